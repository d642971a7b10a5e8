"""Types of the compiled module; belief.pyx documents the functions."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kiebitz.core import Game, GameState, Move, Position, View

def recalls(game: Game) -> bool: ...
def values_of_choice(table: GameState, move: Move) -> NDArray[np.float64]: ...

class Belief:
    @property
    def view(self) -> View: ...
    def __init__(
        self, view: View, observed: Sequence[tuple[View, Move]], temperature: float, seed: int = 0
    ) -> None: ...
    def weigh(self, first: int, count: int) -> NDArray[np.float64]: ...
    def weigh_world(self, world: Position, seed: int = 0) -> float: ...
