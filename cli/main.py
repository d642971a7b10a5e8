"""The command line's entry point: assembles the commands."""

from typing import Annotated

from typer import Exit, Option, Typer

from kiebitz import __version__
from kiebitz.cli.arena import arena
from kiebitz.cli.bench import bench
from kiebitz.cli.catalogue import games, solvers
from kiebitz.cli.check import check
from kiebitz.cli.group import Commands
from kiebitz.cli.hint import hint
from kiebitz.cli.legal import legal
from kiebitz.cli.output import guard_streams
from kiebitz.cli.own_output import own_output
from kiebitz.cli.perft import perft
from kiebitz.cli.records import records
from kiebitz.cli.show import show

# Each command with the example at the end of its help. The tests run all examples.
COMMANDS = (
    (hint, "kiebitz hint examples/kwatro/evening.toml --seconds 2"),
    (legal, "kiebitz legal examples/kwatro/evening.toml --top 10"),
    (check, "kiebitz check examples/kwatro/evening.toml"),
    (show, "kiebitz show examples/kwatro/evening.toml"),
    (perft, "kiebitz perft examples/kwatro/evening.toml --sample 1 --depth 2"),
    (arena, "kiebitz arena --solvers greedy,random --games 200"),
    (records, "kiebitz records arena.db"),
    (bench, "kiebitz bench --json"),
    (games, "kiebitz games"),
    (solvers, "kiebitz solvers"),
)


def print_version(wanted: bool) -> None:
    """Prints the version and ends the program."""
    if wanted:
        print(f"kiebitz {__version__}")
        raise Exit


Version = Annotated[
    bool, Option("--version", callback=print_version, is_eager=True, help="Print the version and stop.")
]


def build_app() -> Typer:
    """The typer application. Its help is plain text, which starts faster and looks the same everywhere."""
    app = Typer(
        cls=Commands,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        add_completion=False,
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"]},
    )

    @app.callback(epilog="Example: kiebitz hint examples/kwatro/evening.toml")
    def kiebitz(version: Version = False) -> None:
        """Finds the best move in small card games with hidden cards, and says why."""

    for command, example in COMMANDS:
        app.command(epilog=f"Example: {example}")(command)
    return app


def main() -> None:
    """Runs the command line with the arguments of the process."""
    with own_output():
        guard_streams()
        build_app()(prog_name="kiebitz")
