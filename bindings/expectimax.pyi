"""Types of the compiled module; what the functions do stands in expectimax.pyx."""

from typing import Any

from kiebitz.core import View

LEAVES: tuple[str, ...]

class Expectations:
    view: View
    nodes: int
    sampled: int
    def __init__(
        self,
        view: View,
        width: int = 8,
        samples: int = 4,
        outcomes: int = 32,
        leaf: str = "static",
        policy: str = "greedy",
        seed: int = 0,
        inner: int = 4,
        last: int = 4,
        crosswise: bool = True,
    ) -> None: ...
    def __len__(self) -> int: ...
    def first_moves(self) -> Any: ...
    def static_values(self) -> Any: ...
    def deviation(self) -> float: ...
    def win(self, margin: float) -> float: ...
    def texts(self, number: int) -> tuple[str, ...]: ...
    def outcomes(self, number: int) -> int: ...
    def sample(self, which: Any, turns: int, first: int, margins: Any, wins: Any, seconds: float = 1e9) -> int: ...
    def expected(self, number: int, turns: int) -> float: ...
