"""Types of the compiled module; what the functions do stands in belief.pyx."""

from collections.abc import Sequence
from typing import Any

from kiebitz.core import Game, Move, Position, Table, View

def recalls(game: Game) -> bool: ...
def values_of_choice(table: Table, move: Move) -> Any: ...

class Belief:
    view: View
    def __init__(
        self, view: View, observed: Sequence[tuple[View, Move]], temperature: float, seed: int = 0
    ) -> None: ...
    def weigh(self, first: int, count: int) -> Any: ...
    def weigh_world(self, world: Position, seed: int = 0) -> float: ...
