"""Types of the compiled module; belief.pyx documents the functions."""

from collections.abc import Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from kiebitz.core import Game, GameState, Move, Position, View

def reconstructs_hands(game: Game) -> bool: ...

recalls = reconstructs_hands

def values_of_choice(state: GameState, move: Move) -> NDArray[np.float64]: ...

@disjoint_base
class Belief:
    @property
    def view(self) -> View: ...
    def __new__(cls, view: View, observed: Sequence[tuple[View, Move]], temperature: float, seed: int = 0) -> Self: ...
    def weigh(self, first: int, count: int) -> NDArray[np.float64]: ...
    def weigh_world(self, world: Position, seed: int = 0) -> float: ...
