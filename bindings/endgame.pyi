"""Types of the compiled module; endgame.pyx documents the functions."""

from collections.abc import Iterable
from typing import NamedTuple, Self

from typing_extensions import disjoint_base

from kiebitz.core import Game, GameState, Move, Position

OBJECTIVES: dict[str, int]
LOG_ENTRIES: int

class Outcome(NamedTuple):
    move: Move
    margin: int
    win: float
    exact: bool
    scores: list[int] | None

class Solution(NamedTuple):
    outcomes: list[Outcome]
    exact: bool
    depth: int
    nodes: int
    hits: int
    interrupted: bool

class MoveValue(NamedTuple):
    margin: int
    exact: bool
    nodes: int
    interrupted: bool

def has_endings(game: Game) -> bool: ...
def perfect_information(state: GameState) -> bool: ...

settled = perfect_information

def position_hash(position: Position) -> int: ...

@disjoint_base
class Endgame:
    @property
    def game(self) -> Game: ...
    def __new__(cls, game: Game, objective: str = "win", log_entries: int = 18, shortcuts: bool = True) -> Self: ...
    def clear(self) -> None: ...
    def solve(
        self,
        position: Position,
        nodes: int = 0,
        seconds: float = 0.0,
        top: int = 1,
        moves: Iterable[Move] | None = None,
    ) -> Solution: ...
    def move_value(
        self,
        position: Position,
        move: Move,
        low: int = ...,
        high: int = ...,
        nodes: int = 0,
        seconds: float = 0.0,
    ) -> MoveValue: ...
    def line(self, position: Position, move: Move | str, nodes: int = 0, seconds: float = 0.0) -> list[str]: ...
