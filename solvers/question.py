"""The function `hint`: advice for the player to move."""

from collections.abc import Callable, Iterable

from kiebitz.core import Move, Position, View
from kiebitz.errors import Fault, PositionError, SolverError
from kiebitz.solvers.advice import Advice
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.registry import make_solver
from kiebitz.solvers.solver import Solver

DEFAULT_SECONDS = 1.0


def hint(
    view: View | Position,
    solver: str | Solver = "best",
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    worlds: int | None = None,
    seed: int = 0,
    threads: int = 1,
    progress: Callable[[float], None] | None = None,
    also: str | Move | Iterable[str | Move] = (),
    aim: str = "win",
) -> Advice:
    """Advice for the player to move: ranked moves with margins, win probabilities and reasons.

    Raises PositionError if the game is over, SolverError if there is no such solver, BudgetError if a limit is wrong,
    and IllegalMoveError if a move of `also` is not legal.

    view: a view or a position. Only the knowledge of the player to move is used.
    solver: a name with parameters after colons, or an object with `advise`.
    nodes: most moves made by the search; None: no limit.
    seconds: most wall-clock time; None: no limit. If no limit is given at all, it is the solver's own `seconds`, or one
        second.
    worlds: most sampled worlds; None: no limit.
    seed: 0..2**64-1. The same seed with the same limit of nodes or worlds gives the same answer.
    threads: number of threads, at least 1.
    progress: function that is called from time to time with the used share of the budget, 0..1.
    aim: "win" for the share of the win first, with the margin as second aim; "margin" for the margin alone.
    also: a move or several moves that the answer must include, however bad they are; moves or their texts.
    """
    if view.over:
        raise PositionError([Fault("to_move", "the game is over: there is no move to advise")])
    known = view.view() if isinstance(view, Position) else view
    made = make_solver(solver) if isinstance(solver, str) else solver
    if not callable(getattr(made, "advise", None)):
        raise SolverError(f"solver must be a name or have a method advise(view, budget), not {solver!r}")
    if nodes is None and seconds is None and worlds is None:
        seconds = getattr(made, "seconds", None) or DEFAULT_SECONDS
    wanted = (also,) if isinstance(also, str | Move) else also
    texts = tuple(known.move(move.text if isinstance(move, Move) else move).text for move in wanted)
    budget = Budget(nodes, seconds, worlds, seed=seed, threads=threads, progress=progress, also=texts, aim=aim)
    return made.advise(known, budget)
