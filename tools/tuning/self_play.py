"""Moves of a solver that plays all seats."""

from kiebitz.solvers import Budget


def chosen(player, position, seed):
    """The move of a solver that sees what the player to move does."""
    if hasattr(player, "choose"):
        return player.choose(position.view(), seed)
    return player.advise(
        position.view(), Budget(worlds=getattr(player, "worlds", 0) or 100, seed=seed, explained=0)
    ).best.move
