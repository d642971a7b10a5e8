"""kiebitz check: is a position or a record possible?"""

from functools import partial
from typing import Annotated

from typer import Argument, Exit

from kiebitz.cli.group import BAD_INPUT, complain
from kiebitz.cli.options import Json
from kiebitz.cli.output import print_json
from kiebitz.cli.position import STANDARD_INPUT, At, Line, document_of, document_of_line
from kiebitz.errors import Fault, KiebitzError
from kiebitz.records import faults_of

FAULTY = 1

Files = Annotated[
    list[str] | None,
    Argument(metavar="FILE", help="One or more position files or records. - is standard input.", show_default=False),
]


def check(files: Files = None, line: Line = None, at: At = None, json: Json = False) -> None:
    """Checks whether a position or a record is possible, and names every fault.

    The exit status is 0 if every position is possible, 1 if a position has a fault, and 2 if a file cannot be read.
    """
    files = files or []
    if files.count(STANDARD_INPUT) > 1:
        raise KiebitzError("- is given twice; standard input can be read only once")
    if not files and line is None:
        raise KiebitzError("give one or more position FILEs, - for standard input, or --line TEXT")
    found, unreadable = look_at_all(files, line, at)
    faults = [fault for some in found.values() for fault in some]
    if json and not unreadable:
        print_json({"ok": not faults, "faults": [{"where": where, "what": what} for where, what in faults]})
    elif not json:
        print_findings(found, named=len(found) > 1)
    if unreadable or faults:
        raise Exit(BAD_INPUT if unreadable else FAULTY)


def look_at_all(files: list[str], line: str | None, at: int | None = None) -> tuple[dict[str, list[Fault]], bool]:
    """The faults by source, and whether a source could not be read. The other sources are checked in any case."""
    found: dict[str, list[Fault]] = {}
    unreadable = False
    openers = [partial(document_of, file) for file in files]
    openers += [] if line is None else [partial(document_of_line, line)]
    for opened in openers:
        try:
            document = opened()
            found[document.name] = faults_of(document, at)
        except KiebitzError as error:
            complain(error)
            unreadable = True
    return found, unreadable


def print_findings(found: dict[str, list[Fault]], named: bool) -> None:
    """Prints one fault a line, or `possible` for a source without faults.

    named: whether `possible` needs the name of the source, because there are several.
    """
    for source, faults in found.items():
        if not faults:
            print(f"{source}: possible" if named else "possible")
        for fault in faults:
            print(fault)
