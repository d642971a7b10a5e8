"""Types of the compiled module; expectimax.pyx documents the methods."""

from typing import Self

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from kiebitz.core import View

LEAVES: tuple[str, ...]

@disjoint_base
class ExpectimaxSearch:
    @property
    def view(self) -> View: ...
    @property
    def nodes(self) -> int: ...
    @property
    def sampled(self) -> int: ...
    def __new__(
        cls,
        view: View,
        width: int = 8,
        samples: int = 4,
        outcomes: int = 32,
        leaf: str = "static",
        policy: str = "greedy",
        seed: int = 0,
        inner: int = 4,
        last: int = 4,
        double_estimator: bool = True,
        points: float = 1,
        wins: float = 0,
        most_nodes: int = 0,
    ) -> Self: ...
    def __len__(self) -> int: ...
    def first_moves(self) -> NDArray[np.int32]: ...
    def static_values(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
    def ends(self) -> NDArray[np.float64]: ...
    def deviation(self) -> float: ...
    def texts(self, number: int) -> tuple[str, ...]: ...
    def outcomes(self, number: int) -> int: ...
    def sample(
        self,
        which: NDArray[np.int32],
        turns: int,
        first: int,
        margins: NDArray[np.float64],
        wins: NDArray[np.float64],
        seconds: float = 1e9,
        nodes: int = 0,
    ) -> int: ...
    def expected(self, number: int, turns: int) -> float: ...
