"""kiebitz arena: matches between solvers on the same deals, kept in one file."""

import os
import shlex
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from typer import Exit, Option

from kiebitz.cli.extras import require_extra
from kiebitz.cli.group import INTERRUPTED
from kiebitz.cli.options import Aim, Aims, Json, checked_seconds, checked_seed
from kiebitz.cli.output import print_json, setting_text
from kiebitz.cli.progress import reporting
from kiebitz.errors import KiebitzError
from kiebitz.notation.registry import GAMES
from kiebitz.solvers.guard import printable

if TYPE_CHECKING:
    from kiebitz.arena.plan import Plan
    from kiebitz.arena.run import PlayedArena, Pool, Progress

FAILED = 1
MOST_ELO = 2400  # of a bound, as in all results
FIRST_GAME = next(iter(GAMES))
Game = Annotated[str, Option("--game", metavar="NAME", help="The game to play. See kiebitz games.")]
Solvers = Annotated[
    str,
    Option(
        "--solvers",
        metavar="A,B,...",
        help="Names of the solvers, separated by commas. Parameters follow colons. The same solver may stand twice.",
    ),
]
Games = Annotated[int, Option("--games", min=1, metavar="N", help="Number of games, rounded up to whole units.")]
Players = Annotated[
    int, Option("--players", min=1, metavar="P", help="Players at the table. With 1, every solver plays alone.")
]
Rules = Annotated[
    list[str] | None,
    Option("--rules", metavar="OPTION=VALUE", help="A rule option that is not the default. May be given repeatedly."),
]
Seed = Annotated[
    int, Option("--seed", min=0, metavar="N", help="Seed of all deals and of the players' random numbers.")
]
Database = Annotated[
    str, Option("--db", metavar="FILE", help="File that keeps the results. The same command continues a match in it.")
]
Workers = Annotated[int, Option("--workers", min=1, max=1024, metavar="N", help="Number of processes that play.")]
Dask = Annotated[
    str | None, Option("--dask", metavar="ADDRESS", help="Play on the Dask cluster whose scheduler has this address.")
]
Sprt = Annotated[
    str | None,
    Option(
        "--sprt",
        metavar="LOW,HIGH",
        help="Stop as soon as a test decides whether the first solver is better by at most LOW or at least HIGH Elo.",
    ),
]
Nodes = Annotated[
    int | None, Option("--nodes", min=1, metavar="N", help="Nodes for each move, for solvers that search.")
]
Seconds = Annotated[
    float | None, Option("--seconds", metavar="S", help="Seconds for each move, for solvers that search.")
]
Worlds = Annotated[
    int | None, Option("--worlds", min=1, metavar="N", help="Sampled worlds for each move, for solvers that search.")
]
MoveLimit = Annotated[
    float, Option("--move-limit", metavar="S", help="A solver that takes more seconds for a decision loses the game.")
]
Luck = Annotated[
    int,
    Option(
        "--luck",
        min=0,
        metavar="N",
        help="Replay every turn N times, to remove luck from the results. 8 is a good number, 0 is off.",
    ),
]
Report = Annotated[
    str | None, Option("--report", metavar="FILE.html", help="Also write a web page with charts to this file.")
]

Records = Annotated[
    str | None, Option("--records", metavar="DIR", help="Also write every finished game as a record into this folder.")
]


def arena(
    solvers: Solvers,
    game: Game = FIRST_GAME,
    games: Games = 1000,
    players: Players = 2,
    rules: Rules = None,
    seed: Seed = 0,
    db: Database = "arena.db",
    workers: Workers = 1,
    dask: Dask = None,
    sprt: Sprt = None,
    nodes: Nodes = None,
    seconds: Seconds = None,
    worlds: Worlds = None,
    move_limit: MoveLimit = 60.0,
    luck: Luck = 0,
    aim: Aim = Aims.WIN,
    report: Report = None,
    records: Records = None,
    json: Json = False,
) -> None:
    """Plays matches: which solver is stronger, and by how much?

    Every deal is played once in each seating of the solvers. The games of one deal are a unit, and only whole units
    count. Every finished unit is saved at once. After Ctrl-C, a crash or a power cut, the same command continues the
    match. Only the games that were in progress are lost.
    """
    require_extra("scipy", "filelock")
    from kiebitz.arena.plan import Plan
    from kiebitz.arena.run import run_arena

    named = tuple(text.strip() for text in solvers.split(","))
    plan = Plan(
        game,
        named,
        players,
        rule_values(game, rules or []),
        checked_seed("--seed", seed),
        nodes,
        checked_seconds(seconds),
        worlds,
        move_limit,
        luck,
        aim.value,
    )
    bounds = elo_bounds(sprt)
    write_page = page_writer(report, db)
    command = printable(shlex.join(["kiebitz", *sys.argv[1:]]))
    try:
        with reporting() as progress:
            result = run_arena(
                plan,
                db,
                games,
                pool_maker(plan, workers, dask),
                sprt=bounds,
                command=command,
                report=lambda state: progress(state.share, state_text(plan, state)),
                notice=lambda text: print(text, file=sys.stderr),
            )
    except KeyboardInterrupt:
        print(f"stopped; finished units are kept in {db}, and the same command continues the match", file=sys.stderr)
        raise Exit(INTERRUPTED) from None
    if write_page is not None:
        write_page(result, command)
    if records is not None:
        from kiebitz.arena.game_records import write_records

        write_records(db, Path(records))
    if json:
        print_json(result.json_report)
    else:
        from kiebitz.cli.arena_table import print_arena_table

        print_arena_table(result.json_report)
    if result.json_report["failing"] is not None:
        raise Exit(FAILED)


def pool_maker(plan: "Plan", workers: int, address: str | None) -> Callable[[], "Pool"]:
    """A function that starts the playing processes, on this machine or on a Dask cluster."""
    if address is None:
        from kiebitz.arena.pool import LocalPool

        return lambda: LocalPool(plan, workers)
    from kiebitz.arena.cluster import ClusterPool

    return lambda: ClusterPool(plan, address)


def rule_values(game: str, texts: Sequence[str]) -> dict[str, Any]:
    """The rule options by name. Raises KiebitzError with the known options or the allowed values."""
    from kiebitz.notation.options import allowed
    from kiebitz.notation.registry import notation_of

    known = allowed(notation_of(game).Options)
    values = {}
    for text in texts:
        name, equals, word = text.partition("=")
        if name in values:
            raise KiebitzError(f"--rules: {name} is given twice; right would be one value")
        if not equals or name not in known:
            raise KiebitzError(f"--rules: {text!r} is no option=value; options of {game} are {', '.join(known)}")
        by_text = {setting_text(value): value for value in known[name]}
        if word not in by_text:
            raise KiebitzError(f"--rules: {name} is not {word!r}; right would be one of {', '.join(by_text)}")
        values[name] = by_text[word]
    return values


def elo_bounds(text: str | None) -> tuple[float, float] | None:
    """The two Elo bounds of a sequential test; None without a test. Raises KiebitzError if they are no such bounds."""
    if text is None:
        return None
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        low = high = 0.0
    if not -MOST_ELO <= low < high <= MOST_ELO:
        raise KiebitzError(
            f"--sprt: {text!r} is no pair of Elo bounds; right would be two rising numbers such as 0,10, "
            f"in -{MOST_ELO}..{MOST_ELO}"
        )
    return low, high


def page_writer(path: str | None, database: str) -> Callable[["PlayedArena", str], None] | None:
    """A function that writes the page.

    The file is checked before the first game, so that a wrong path is reported at once. Raises KiebitzError if it is
    a file of the database, another file that is no report, or cannot be written.
    """
    if path is None:
        return None
    require_extra("matplotlib", "jinja2")
    from kiebitz.arena.report import is_report, write_report

    if any(same_file(path, f"{database}{end}") for end in ("", "-wal", "-shm", "-journal", ".lock")):
        raise KiebitzError(f"--report {path}: belongs to the database {database}; give another name")
    known = os.path.exists(path)
    if os.path.isfile(path) and not is_report(path):
        raise KiebitzError(f"--report {path}: exists and is no report; give another name, or remove the file")
    try:
        with open(path, "a", encoding="utf-8"):
            pass
        if not known:
            os.unlink(path)  # an arena that is stopped leaves no empty page behind
    except OSError as error:
        raise KiebitzError(f"--report {path}: cannot be written: {error.strerror}") from None
    return partial(write_report, path)


def same_file(one: str, other: str) -> bool:
    """Whether two paths lead to the same file, which need not exist."""
    if os.path.exists(one) and os.path.exists(other):
        return os.path.samefile(one, other)
    return os.path.realpath(one) == os.path.realpath(other)


def state_text(plan: "Plan", state: "Progress") -> str:
    """The line of progress: games, speed, the present estimate with its 95 % interval, time left."""
    mean, error = state.first
    result = f"{mean:.1f} ± {1.96 * error:.1f}" if plan.players == 1 else f"{100 * mean:.1f} ± {196 * error:.1f} %"
    parts = [
        f"{state.games:,} of {state.of * plan.games_a_unit:,} games",
        f"{state.rate:,.1f} units/s",
        f"{plan.labels[0]} {result}",
    ]
    parts += [f"LLR {state.llr:+.2f}"] if state.llr is not None else []
    parts += [f"{state.errors} lost by error"] if state.errors else []
    parts += [f"{duration(state.left)} left"] if state.left is not None else []
    return ", ".join(parts)


def duration(seconds: float) -> str:
    """A time as hours, minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
