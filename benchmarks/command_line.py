"""Command lines of the developers' programs in `benchmarks/` and `tools/`.

A command is a function, and its parameters are the options of the program (typer reads them). Bad input ends a program
with a message and exit status 2.
"""

import math
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

from typer import Argument, BadParameter, Exit, Option, Typer
from typer.core import TyperCommand

from kiebitz import GAMES
from kiebitz.errors import KiebitzError
from kiebitz.search import POLICIES
from kiebitz.solvers import make_solver

BAD_INPUT = 2
PROCESSORS = os.cpu_count() or 1
LARGEST_SEED = 2**63 - 1  # programs add numbers of games to a seed, and the sum must fit into 64 bits

QUICK = sorted(set(POLICIES) - {"random"})  # policies without random choices

Command = Callable[..., None]


class Program(TyperCommand):
    """A command that ends with a message and exit status 2 if its input is wrong."""

    def invoke(self, ctx: Any) -> Any:
        """Runs the command."""
        try:
            return super().invoke(ctx)
        except (KiebitzError, OSError) as error:
            print(f"Error: {error}", file=sys.stderr)
            raise Exit(BAD_INPUT) from None


def run(name: str, commands: Command | Mapping[str, Command], arguments: Sequence[str] | None = None) -> int:
    """Runs a program and returns its exit status.

    name: name of the module for `python -m`.
    commands: the only command of the program, or several commands by name.
    arguments: words of the command line; None for the words of this process.
    """
    app = Typer(
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        add_completion=False,
        no_args_is_help=isinstance(commands, Mapping),
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    if isinstance(commands, Mapping):
        for word, command in commands.items():
            app.command(word, cls=Program)(command)
        app.callback()(lambda: None)
    else:
        app.command(cls=Program)(commands)
    try:
        app(args=arguments, prog_name=f"python -m {name}")
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0


def game_name(text: str) -> str:
    """The same text. Raises BadParameter if it names no game."""
    if text not in GAMES:
        raise BadParameter(f"{text!r} is no game; there are {', '.join(GAMES)}")
    return text


def solver_text(text: str) -> str:
    """The same text. Raises BadParameter if it names no solver, or a wrong parameter."""
    try:
        make_solver(text)
    except KiebitzError as error:
        raise BadParameter(str(error)) from None
    return text


def policy_name(text: str) -> str:
    """The same text. Raises BadParameter if it names no policy of the engine without random choices."""
    if text not in QUICK:
        raise BadParameter(f"{text!r} is no such policy; there are {', '.join(QUICK)}")
    return text


def positive(text: str) -> float:
    """The number of a text. Raises BadParameter if it is not finite and above 0."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise BadParameter(f"must be a number above 0, not {text}")
    return number


Game = Annotated[
    str, Argument(metavar="GAME", parser=game_name, help=f"One of {', '.join(GAMES)}.", show_default=False)
]
Games = Annotated[int, Option(min=1, metavar="N", help="Number of games to play.")]
Players = Annotated[int, Option(min=1, metavar="P", help="Number of players at the table.")]
Rounds = Annotated[int, Option(min=1, metavar="N", help="Number of rounds. Each round measures everything once.")]
Seed = Annotated[int, Option(min=0, max=LARGEST_SEED, metavar="N", help="Seed of all deals and random choices.")]
Workers = Annotated[int, Option(min=1, metavar="N", help="Number of processes that work.")]
Seconds = Annotated[float | None, Option(parser=positive, metavar="S", help="Limit of seconds for each decision.")]
Nodes = Annotated[int | None, Option(min=1, metavar="N", help="Limit of nodes for each decision.")]
Worlds = Annotated[int | None, Option(min=1, metavar="N", help="Limit of sampled worlds for each decision.")]


def show_progress(share: float, of: str = "the games") -> None:
    """Redraws a line of progress on standard error.

    share: finished part of the work, 0..1.
    of: the work in words.
    """
    print(f"\r{share:4.0%} of {of}", end="\n" if share == 1 else "", file=sys.stderr, flush=True)
