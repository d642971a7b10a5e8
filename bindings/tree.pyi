"""Types of the compiled module; what the methods do stands in tree.pyx."""

from collections.abc import Iterable
from typing import Any

from kiebitz.core import Move, View

class TreeSearch:
    view: View
    def __init__(
        self,
        view: View,
        *,
        c: float,
        alpha: float,
        widening: float,
        trust: float,
        cap: float,
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
        wanted: Iterable[Move] = (),
    ) -> None: ...
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
    def tallies(self) -> tuple[Any, Any, Any, Any]: ...
    def look(self, moves: Iterable[Move]) -> tuple[int, int, float] | None: ...
    def future(self, index: int, seed: int) -> tuple[tuple[str, ...], int] | None: ...
