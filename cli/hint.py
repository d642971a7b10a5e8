"""kiebitz hint: ranked moves for the player to move."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from typer import Option

from kiebitz import Position, View
from kiebitz.cli.options import Aim, Aims, Json, checked_seconds, checked_seed
from kiebitz.cli.output import console, print_json
from kiebitz.cli.position import At, File, Line, decision, mover, read_state, require_decision
from kiebitz.cli.progress import reporting
from kiebitz.errors import IllegalMoveError, KiebitzError

if TYPE_CHECKING:
    from kiebitz.solvers.advice import Advice

DEFAULT_TOP = 5

Solver = Annotated[
    str,
    Option("--solver", metavar="NAME", help="The solver to ask. Its parameters follow colons. See kiebitz solvers."),
]
Nodes = Annotated[
    int | None, Option("--nodes", min=1, metavar="N", help="Stop after about N nodes: moves made in the search.")
]
Seconds = Annotated[
    float | None, Option("--seconds", metavar="S", help="Stop after S seconds. The default is 1 without other limits.")
]
Worlds = Annotated[
    int | None, Option("--worlds", min=1, metavar="N", help="Stop after N worlds: random deals of the hidden cards.")
]
Seed = Annotated[
    int,
    Option(
        "--seed",
        min=0,
        metavar="N",
        help="Seed of the random numbers. The same seed with the same --nodes or --worlds gives the same answer.",
    ),
]
Threads = Annotated[
    int,
    Option(
        "--threads",
        min=1,
        max=1024,
        metavar="N",
        help="Threads of the search. The solvers expectimax and endgame use only one, also if best asks them.",
    ),
]
Top = Annotated[
    int | None,
    Option(
        "--top", min=1, metavar="K", help=f"Show the best K moves. The default is {DEFAULT_TOP}, or all with --json."
    ),
]
Also = Annotated[
    list[str] | None,
    Option("--also", metavar="MOVE", help="Judge this move too, even if it looks poor. May be given repeatedly."),
]


def hint(
    file: File = None,
    line: Line = None,
    solver: Solver = "best",
    nodes: Nodes = None,
    seconds: Seconds = None,
    worlds: Worlds = None,
    seed: Seed = 0,
    threads: Threads = 1,
    top: Top = None,
    also: Also = None,
    aim: Aim = Aims.WIN,
    at: At = None,
    json: Json = False,
) -> None:
    """Shows the best moves for the player to move, and why.

    Each move has its points and how they are counted, the expected final margin with its 95 % interval, the
    probability of winning, and the expected reply. The margin is the own score minus the best other score. Moves
    marked 1= are too close to call. Ctrl-C stops the search and shows the answer so far.
    """
    limits = {"nodes": nodes, "seconds": checked_seconds(seconds), "worlds": worlds}
    checked_seed("--seed", seed)
    state = read_state(file, line, at)
    require_decision(state)
    wanted = read_moves(state, also or ())
    advice = ask(state, solver, limits, seed, threads, wanted, aim.value)
    if json:
        answer, places = advice.to_json(), shown_places(advice, top or len(advice.moves), wanted)
        print_json({**answer, "moves": [answer["moves"][place] for place in places]})
    else:
        print_advice(state, advice, shown_places(advice, top or DEFAULT_TOP, wanted))


def read_moves(state: Position | View, texts: Sequence[str]) -> tuple[str, ...]:
    """The moves of `--also` as the program writes them. Raises KiebitzError if a text is no legal move."""
    try:
        return tuple(state.move(text).text for text in texts)
    except IllegalMoveError as error:
        here = f"{mover(state)} to move, decision: {decision(state)}; kiebitz legal lists the moves"
        raise KiebitzError(f"--also: {error} ({here})") from None
    except KiebitzError as error:
        raise KiebitzError(f"--also: {error}") from None


def ask(
    state: Position | View, name: str, limits: dict[str, Any], seed: int, threads: int, also: tuple[str, ...], aim: str
) -> "Advice":
    """The advice of a solver. Progress goes to standard error.

    name: the solver, with any parameters after colons.
    limits: the limits `nodes`, `seconds` and `worlds`, each a number or None.
    also: texts of moves that must be judged.
    aim: "win" or "margin".

    Raises KiebitzError if there is no such solver, or a parameter or limit is wrong.
    """
    import kiebitz
    from kiebitz.solvers import SOLVERS, make_solver
    from kiebitz.solvers.third_party import checked_advice

    def answer() -> "Advice":
        with reporting() as progress:
            return kiebitz.hint(
                state, solver, seed=seed, threads=threads, also=also, progress=progress, aim=aim, **limits
            )

    try:
        solver = make_solver(name)
        return answer() if name.split(":")[0] in SOLVERS else checked_advice(name, state, answer)
    except KiebitzError as error:
        raise KiebitzError(f"--solver: {error}") from None


def shown_places(advice: "Advice", top: int, also: Sequence[str]) -> list[int]:
    """The places of the ranking that are shown, from 0: the first `top` places, and those of the moves of `--also`."""
    return [place for place, ranked in enumerate(advice.moves) if place < top or ranked.move.text in also]


def print_advice(state: Position | View, advice: "Advice", places: list[int]) -> None:
    """Prints a drawing with the best move, the ranking, a summary of the search, and the position in one line."""
    from kiebitz.cli.ranking import print_ranking, print_summary
    from kiebitz.cli.show import print_picture

    screen = console()
    print_picture(screen, state, str(advice.best.move))
    screen.print()
    print_ranking(screen, advice, places)
    screen.print()
    print_summary(screen, advice)
    print(state.to_line())
