"""Solvers: each chooses a kernel, a budget and a way to value positions, and answers with advice.

SOLVERS maps names to factories; a third-party solver is an object with `advise(view, budget) -> Advice`, named as
`module:factory` or registered under the entry point group `kiebitz.solvers`.
"""

from kiebitz.errors import Fault, PositionError
from kiebitz.solvers.advice import Advice, Ranked
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.registry import SOLVERS, make_solver

__all__ = ["SOLVERS", "Advice", "Budget", "Ranked", "hint", "make_solver"]


def hint(view, solver="best", *, nodes=None, seconds=None, worlds=None, seed=0, threads=1, progress=None, also=()):
    """Advice for the player to move: ranked moves with margins, win probabilities and reasons.

    view: a `View`, or a `Position` of which only what the player to move knows is used. solver: a name with parameters
    after colons, or an object with `advise`. Without any limit one second is spent, or what the
    solver's own `seconds` says.
    """
    if view.over:
        raise PositionError([Fault("to_move", "the game is over: there is no move to advise")])
    if hasattr(view, "view"):
        view = view.view()
    if isinstance(solver, str):
        solver = make_solver(solver)
    if nodes is None and seconds is None and worlds is None:
        seconds = getattr(solver, "seconds", None) or 1.0
    also = tuple(view.move(text).text for text in ((also,) if isinstance(also, str) else also))
    budget = Budget(nodes, seconds, worlds, seed=seed, threads=threads, progress=progress, also=also)
    return solver.advise(view, budget)
