"""Solvers: each chooses a kernel, a budget and a way to value positions, and answers with advice.

SOLVERS maps names to factories; a third-party solver is an object with `advise(view, budget) -> Advice`, named as
`module:factory` or registered under the entry point group `kiebitz.solvers`.
"""

from kiebitz.core import Move
from kiebitz.errors import BudgetError, Fault, PositionError
from kiebitz.solvers.advice import Advice, Ranked
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.registry import SOLVERS, make_solver

__all__ = ["SOLVERS", "Advice", "Budget", "Ranked", "hint", "make_solver"]


def hint(view, solver="best", *, nodes=None, seconds=None, worlds=None, seed=0, threads=1, progress=None, also=()):
    """Advice for the player to move: ranked moves with margins, win probabilities and reasons.

    view: a `View`, or a `Position` of which only what the player to move knows is used. solver: a name with parameters
    after colons, or an object with `advise`. Without any limit one second is spent, or what the
    solver's own `seconds` says. also: moves, or their texts, to report whatever they are worth.
    """
    if view.over:
        raise PositionError([Fault("to_move", "the game is over: there is no move to advise")])
    if hasattr(view, "view"):
        view = view.view()
    if isinstance(solver, str):
        solver = make_solver(solver)
    if not callable(getattr(solver, "advise", None)):
        raise BudgetError(f"solver must be a name or have a method advise(view, budget), not {solver!r}")
    if nodes is None and seconds is None and worlds is None:
        seconds = getattr(solver, "seconds", None) or 1.0
    wanted = (also,) if isinstance(also, str | Move) else also
    also = tuple(view.move(move.text if isinstance(move, Move) else move).text for move in wanted)
    budget = Budget(nodes, seconds, worlds, seed=seed, threads=threads, progress=progress, also=also)
    return solver.advise(view, budget)
