"""What a person asks: the best moves of a position."""

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
) -> Advice:
    """Advice for the player to move: ranked moves with margins, win probabilities and reasons.

    Raises PositionError if the game is over, SolverError if there is no such solver, BudgetError if a limit is wrong
    and IllegalMoveError if a move of `also` is.

    view: of a `Position`, only what the player to move knows is used.
    solver: a name with parameters after colons, or an object with `advise`.
    nodes: number of moves made by the search; None for no limit.
    seconds: wall-clock time; without any limit the solver's own `seconds`, else one second.
    worlds: number of sampled worlds; None for no limit.
    seed: 0..2**64-1; the same seed with the same nodes or worlds gives the same answer.
    threads: number of threads, at least 1.
    progress: called now and then with the share of the budget used, 0..1.
    also: a move, or several, to report however bad they are; moves or their texts.
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
    budget = Budget(nodes, seconds, worlds, seed=seed, threads=threads, progress=progress, also=texts)
    return made.advise(known, budget)
