"""Types of the compiled module; tree.pyx documents the methods."""

from collections.abc import Iterable, Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from kiebitz.core import Move, View

NO_LIMIT: int

def require_in_range(**good: bool) -> None: ...

@disjoint_base
class TreeSearch:
    @property
    def view(self) -> View: ...
    def __new__(
        cls,
        view: View,
        *,
        c: float,
        alpha: float,
        widening: float,
        prior_visits: float,
        prior_cap: float,
        plies: int,
        policy: str,
        learned: bool,
        win_weight: float,
        multi: bool = False,
        per_world: int = 1,
        seed: int = 0,
        first: int = 0,
        stride: int = 1,
        limit: int = 10_000_000,
        width: int = 0,
        wanted: Sequence[Move] = (),
    ) -> Self: ...
    def run(self, worlds: int, nodes: int | None = None) -> None: ...
    def close(self) -> None: ...
    @property
    def moves(self) -> list[int]: ...
    @property
    def worlds(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def memory(self) -> int: ...
    def tallies(
        self,
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]: ...
    def look(self, moves: Iterable[Move]) -> tuple[int, int, float] | None: ...
    def future(self, index: int, seed: int) -> tuple[tuple[str, ...], int] | None: ...
