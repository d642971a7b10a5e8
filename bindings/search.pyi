"""Types of the compiled module; what the functions do stands in search.pyx."""

from typing import Any

from kiebitz.core import Game, Moves, Position, Table, View

def perft(position: Position, depth: int, verify: bool = False) -> list[int]: ...
def generate_repeatedly(table: Table, times: int) -> int: ...
def pick_repeatedly(table: Table, seed: int, times: int) -> list[int]: ...

class Rollouts:
    view: View
    moves: Moves
    def __init__(
        self,
        view: View,
        plies: int = 0,
        seed: int = 0,
        policy: str = "greedy",
        learned: bool = False,
        ending_nodes: int = 0,
        turns: int = 1,
    ) -> None: ...
    def run(self, which: Any, first: int, margins: Any, wins: Any, numbers: Any = None) -> int: ...
    def future(self, index: int, seed: int) -> tuple[tuple[str, ...], int] | None: ...

def played_out(position: Position, move: Any, policy: str = "greedy", seed: int = 0, plies: int = 0) -> Position: ...

class Playouts:
    def __init__(self, game: Game) -> None: ...
    def run(self, seed: int, games: int) -> tuple[int, int]: ...
