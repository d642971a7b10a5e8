"""Types of the compiled module; what the functions do stands in endgame.pyx."""

from typing import NamedTuple

from kiebitz.core import Game, Move, Position, Table

OBJECTIVES: dict[str, int]

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

def settled(table: Table) -> bool: ...
def position_hash(position: Position) -> int: ...

class Endgame:
    game: Game
    def __init__(self, game: Game, objective: str = "win", log_entries: int = 18) -> None: ...
    def clear(self) -> None: ...
    def solve(self, position: Position, nodes: int = 0, seconds: float = 0, top: int = 1) -> Solution: ...
    def line(self, position: Position, move: Move | str, nodes: int = 0, seconds: float = 0) -> list[str]: ...
