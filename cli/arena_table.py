"""An arena's report on the screen: tables whose lines are never broken, even in a narrow terminal."""

import math
from collections.abc import Callable, Sequence
from typing import Any

from kiebitz.arena.json_report import with_errors_named
from kiebitz.arena.summary import JsonReport, JsonRow

Write = Callable[[Any], str]

GAP = "  "
AFTER_A_STOP = (
    "intervals do not account for the early stop: they cover less than 95 %, and results lean towards the verdict"
)
TWO_ELOS = "where one solver won every unit, the Elo of pairs and of ratings differ by their priors (docs/arena.md)"


def print_arena_table(report: JsonReport) -> None:
    """Prints the tables of solvers, pairs, luck and calibration, then remarks about the test and about errors.

    report: the JSON report (`kiebitz.arena.json_report`).
    """
    report = with_errors_named(report)
    if report["players"] == 1:
        print_columns(
            ("solver", "games", "score", "(95 %)", "ms/move", "errors"), [lone_row(row) for row in report["table"]]
        )
    else:
        print_columns(
            ("solver", "games", "win %", "(95 %)", "margin", "(95 %)", "Elo v mean", "(95 %)", "ms/move", "errors"),
            [solver_row(row) for row in report["table"]],
        )
    if report["pairwise"]:
        print()
        print_columns(
            ("pair", "units", "ahead %", "(95 %)", "Elo", "(95 %)"), [pair_row(row) for row in report["pairwise"]]
        )
    if report["paired"]:
        print()
        print_columns(("same deals", "deals", "ahead by", "(95 %)"), [paired_row(row) for row in report["paired"]])
    if report["luck_adjusted"]:
        print()
        print_columns(
            ("luck taken out", "margin", "(95 %)", "raw", "(95 %)", "win %", "(95 %)", "raw", "(95 %)", "worth"),
            [luck_row(row) for row in report["luck_adjusted"]["table"]],
        )
    if report["calibration"]:
        print()
        print_columns(
            ("expected wins", "decisions", "Brier", "(95 %)", "always mean", "error %", "(95 %)", "by noise"),
            [calibration_row(row) for row in report["calibration"]],
        )
    print()
    print(*remarks(report), sep="\n")


def lone_row(row: JsonRow) -> tuple[str, ...]:
    """The row of a solver that plays alone. Its margin is its score, and its share of the win says nothing."""
    return (row["solver"], f"{row['games']:,}", *with_interval(row, "margin", points), *time_and_errors(row))


def solver_row(row: JsonRow) -> tuple[str, ...]:
    """The row of a solver."""
    return (
        row["solver"],
        f"{row['games']:,}",
        *with_interval(row, "win", percent),
        *with_interval(row, "margin", signed),
        *with_interval(row, "elo", whole),
        *time_and_errors(row),
    )


def time_and_errors(row: JsonRow) -> tuple[str, str]:
    """Two cells: milliseconds for each move, and the number of games lost by error."""
    return "-" if row["ms_per_move"] is None else f"{row['ms_per_move']:.3g}", str(row["errors"])


def with_interval(row: JsonRow, key: str, write: Write) -> tuple[str, str]:
    """Two cells: a figure and its interval."""
    return write(row[key]), between(row[f"{key}_ci"], write)


def pair_row(row: JsonRow) -> tuple[str, ...]:
    """The row of a pair of solvers."""
    return (
        f"{row['a']} - {row['b']}",
        f"{row['units']:,}",
        *with_interval(row, "score", percent),
        *with_interval(row, "elo", whole),
    )


def paired_row(row: JsonRow) -> tuple[str, ...]:
    """The row of two solvers that play alone: the difference of their scores on the same deals."""
    return (f"{row['a']} - {row['b']}", f"{row['deals']:,}", *with_interval(row, "margin", signed))


def luck_row(row: JsonRow) -> tuple[str, ...]:
    """The row of a solver's results with and without luck."""
    return (
        row["solver"],
        *with_interval(row, "margin", signed),
        *with_interval(row, "raw_margin", signed),
        *with_interval(row, "win", percent),
        *with_interval(row, "raw_win", percent),
        f"{row['ratio']:.1f} and {row['win_ratio']:.1f} times the units",
    )


def calibration_row(row: JsonRow) -> tuple[str, ...]:
    """The row that compares a solver's expected shares of the win with the results."""
    return (
        row["solver"],
        f"{row['decisions']:,}",
        *with_interval(row, "brier", three_digits),
        three_digits(row["brier_reference"]),
        *with_interval(row, "ece", percent),
        percent(row["ece_by_noise"]),
    )


def print_columns(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Prints columns. The first column is left-aligned, the others are right-aligned."""
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    for row in (headings, *rows):
        cells = [
            f"{cell:<{width}}" if i == 0 else f"{cell:>{width}}"
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        print(GAP.join(cells).rstrip())


def remarks(report: JsonReport) -> list[str]:
    """The remarks below the tables."""
    deals = report["deals"]
    distinct = f", {deals['distinct']:,} of {deals['units']:,} deals distinct" if deals["units"] else ""
    lines = [f"{report['pairs']:,} units of {report['game']}{distinct}"]
    if (test := report["sprt"]) is not None:
        lines.append(
            f"sequential test of {test['first']} over {test['second']}, {test['low']:g} against {test['high']:g} Elo: "
            f"{test['verdict']} after "
            f"{test['units']:,} units, LLR {test['llr']:+.2f} ({test['lower']:+.2f} to {test['upper']:+.2f})"
        )
        if test["verdict"] != "undecided":
            lines.append(AFTER_A_STOP)
    if report["players"] > 2 or len(report["table"]) > 2:
        lines += [TWO_ELOS] if any(row["score"] in (0, 1) for row in report["pairwise"]) else []
    if len(report["releases"]) > 1:
        played = ", ".join(f"kiebitz {name}: {count:,} units" for name, count in report["releases"].items())
        lines.append(f"several programs have played, and their own solvers may differ: {played}")
    for row in report["reasons"]:
        lines += [lost(row), *(f"    {line}" for line in (row["traceback"] or "").splitlines())]
    if (failing := report["failing"]) is not None:
        lines.append(
            f"{failing['solver']} lost {failing['errors']:,} of {failing['games']:,} games by error, so the "
            "results say nothing about its strength; mend it and give another --db"
        )
    return lines


def lost(row: JsonRow) -> str:
    """A remark about the games that a solver lost by one kind of error, with an example."""
    example = row["reason"].removeprefix(row["kind"]).strip(": ")
    return f"{row['solver']} lost {row['games']:,} by error: {row['kind']}{example and ', for example: '}{example}"


def percent(share: float) -> str:
    """A share in percent."""
    return f"{100 * share:.1f}"


def three_digits(number: float) -> str:
    """A number with three digits after the point."""
    return f"{number:.3f}"


def points(number: float | None) -> str:
    """Points, or a dash."""
    return "-" if number is None else f"{number:.1f}"


def signed(number: float | None) -> str:
    """Points with their sign, or a dash."""
    return "-" if number is None else f"{number:+.1f}"


def whole(number: float | None) -> str:
    """A whole number with its sign, or a dash."""
    return "-" if number is None else f"{number:+.0f}"


def between(bounds: Sequence[float | None], write: Write) -> str:
    """An interval, empty if it is unknown or infinite."""
    low, high = bounds
    return "" if low is None or low == -math.inf else f"{write(low)} .. {write(high)}"
