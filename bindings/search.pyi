"""Types of the compiled module; search.pyx documents the functions."""

from typing import Self

import numpy as np
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from kiebitz.core import Game, GameState, Move, Moves, Position, View

POLICIES: dict[str, int]

def policy_number(game: Game, policy: str) -> int: ...
def perft(position: Position, depth: int, verify: bool = False) -> list[int]: ...
def generate_repeatedly(state: GameState, times: int) -> int: ...
def pick_repeatedly(state: GameState, seed: int, times: int) -> list[int]: ...
def make_and_take_back(position: Position, times: int) -> tuple[int, int]: ...
def played_out(
    position: Position, move: Move | str, policy: str = "greedy", seed: int = 0, plies: int = 0
) -> Position: ...

@disjoint_base
class Rollouts:
    @property
    def view(self) -> View: ...
    @property
    def moves(self) -> Moves: ...
    def __new__(
        cls,
        view: View,
        plies: int = 0,
        seed: int = 0,
        policy: str = "greedy",
        learned: bool = False,
        ending_nodes: int = 0,
        turns: int = 1,
        correct_bias: bool = True,
    ) -> Self: ...
    def run(
        self,
        which: NDArray[np.int32],
        first: int,
        margins: NDArray[np.float32],
        wins: NDArray[np.float32],
        numbers: NDArray[np.int64] | None = None,
        seconds: float = 0.0,
    ) -> int: ...
    def future(self, index: int, seed: int) -> tuple[tuple[str, ...], int] | None: ...

@disjoint_base
class Playouts:
    def __new__(cls, game: Game, policy: str = "greedy") -> Self: ...
    def run(self, seed: int, games: int) -> tuple[int, int]: ...
