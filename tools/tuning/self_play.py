"""Moves of a solver that plays all seats."""

from typing import Any

from kiebitz import Move, Position
from kiebitz.solvers import Budget
from kiebitz.solvers.solver import Chooser


def chosen(player: Any, position: Position, seed: int) -> Move:
    """The move of a solver for the player to move: its quick choice if it has one, else a search of 100 worlds."""
    if isinstance(player, Chooser):
        move = player.choose(position.view(), seed)
    else:
        budget = Budget(worlds=getattr(player, "worlds", 0) or 100, seed=seed, explained=0)
        move = player.advise(position.view(), budget).best.move
    return move
