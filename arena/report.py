"""The report of an arena: one HTML page with all tables and charts, which fetches nothing from elsewhere."""

import math
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

import kiebitz
from kiebitz.arena import charts
from kiebitz.arena.run import PlayedArena
from kiebitz.errors import KiebitzError

Row = dict[str, Any]  # of a table of the JSON report

NOTHING = Markup()

AFTER_A_STOP = "Intervals take no heed of the early stop: they cover less than 95 %, and results lean to the verdict."

LUCK_NOTE = (
    "The difference between the cards that the pile gave and those it could have given is taken off, without a bias. "
    "“Times the units”: how many times the units would be needed without."
)

CALIBRATION_NOTE = (
    "The share of the win that a solver expected with each move it chose, beside the share it got in the end. Both "
    "scores are better the lower; “always the mean” is the Brier score of a solver that always expects the mean. The "
    "error is the mean distance of the points from the diagonal, and “by noise” their mean distance if every "
    "expectation were right. Intervals are over units, since the decisions of a deal depend on each other. "
    "Only between equal players does this judge the solver alone."
)


@dataclass(frozen=True)
class Section:
    """A section of the page.

    title: its heading.
    note: a sentence below the heading.
    columns: headings of a table, or the solvers of the cross table.
    rows: of the table, the first cell a solver's name; None: there is no table.
    scores: of the cross table, by pair; None: there is no cross table.
    chart: an SVG.
    """

    title: str
    note: str = ""
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[str]] | None = None
    scores: Mapping[tuple[str, str], float] | None = None
    chart: Markup = NOTHING


def write_report(path: str | os.PathLike[str], arena: PlayedArena, command: str) -> None:
    """Writes the page of a played arena; KiebitzError if the file cannot be written."""
    try:
        Path(path).write_text(page(arena, command), encoding="utf-8")
    except OSError as error:
        raise KiebitzError(f"{path}: cannot be written: {error.strerror}") from None


def page(arena: PlayedArena, command: str) -> str:
    """The HTML page; command: the command line that gives it again."""
    folder = FileSystemLoader(Path(__file__).parent)
    environment = Environment(loader=folder, autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True)
    return environment.get_template("report.html.jinja").render(
        title=f"{arena.document['game'].capitalize()}: {', '.join(arena.plan.labels)}",
        report=arena.document,
        sections=list(sections(arena)),
        command=command,
        version=kiebitz.__version__,
        breakable=breakable,
    )


def breakable(name: str) -> Markup:
    """A solver's name, which may be broken between its parameters."""
    return escape(name).replace(":", Markup(":<wbr>"))


def sections(arena: PlayedArena) -> Iterator[Section]:
    """All sections with content, in the order of the page."""
    report = arena.document
    yield standings(report)
    if report["table"]:
        if report["pairwise"]:
            yield Section("Ratings", chart=Markup(charts.ratings(report["table"])))
            yield cross_table(report)
            yield pairs(report["pairwise"])
        if report["paired"]:
            yield differences(report["paired"])
        yield from margins(arena)
        if report["pairwise"] and any(row["ms_per_move"] for row in report["table"]):
            yield Section("Strength against time per move", chart=Markup(charts.strength_by_time(report["table"])))
        if report["luck_adjusted"]:
            yield luck(report["luck_adjusted"]["table"])
        if report["calibration"]:
            yield calibration(report["calibration"])
        if arena.results.test is not None and arena.results.test.path:
            yield sequential(arena)
    if report["reasons"]:
        yield errors(report["reasons"])


def standings(report: Row) -> Section:
    """The arena table. Alone everybody wins and has no rating, and the margin is the score."""
    alone = report["players"] == 1
    results = ("score",) if alone else ("win %", "margin", "Elo v mean")
    rows = []
    for row in report["table"]:
        figures = [with_interval(row, "margin", 1, ".1f" if alone else "+.1f")]
        if not alone:
            figures = [with_interval(row, "win", 100, ".1f"), *figures, with_interval(row, "elo", 1, "+.0f")]
        time = "-" if row["ms_per_move"] is None else f"{row['ms_per_move']:.3g}"
        rows.append((row["solver"], f"{row['games']:,}", *figures, time, f"{row['errors']:,}"))
    return Section("Standings", columns=("solver", "games", *results, "ms a move", "errors"), rows=rows)


def with_interval(row: Row, key: str, factor: float, form: str) -> str:
    """A figure with its interval, if it has a finite one, in small print."""
    value, bounds = row[key], row[f"{key}_ci"]
    if value is None:
        return "-"
    if not all(map(math.isfinite, bounds)):
        return f"{factor * value:{form}}"
    low, high = (f"{factor * bound:{form}}" for bound in bounds)
    return Markup("{} <span class=interval>{} to {}</span>").format(f"{factor * value:{form}}", low, high)


def cross_table(report: Row) -> Section:
    """All solvers against each other: the better a score the bluer, the worse the redder."""
    scores = {}
    for pair in report["pairwise"]:
        scores[pair["a"], pair["b"]] = pair["score"]
        scores[pair["b"], pair["a"]] = 1 - pair["score"]
    note = "How often the row is ahead of the column, a tie counting half, in %."
    return Section("Cross table", note, [row["solver"] for row in report["table"]], scores=scores)


def pairs(found: list[Row]) -> Section:
    """The results of every pair of solvers."""
    rows = [
        (
            f"{row['a']} - {row['b']}",
            f"{row['units']:,}",
            with_interval(row, "score", 100, ".1f"),
            with_interval(row, "elo", 1, "+.0f"),
        )
        for row in found
    ]
    return Section("Pairs", "The first of each pair against the second.", ("pair", "units", "ahead %", "Elo"), rows)


def differences(found: list[Row]) -> Section:
    """Differences between solvers that play alone."""
    rows = [(f"{row['a']} - {row['b']}", f"{row['deals']:,}", with_interval(row, "margin", 1, "+.1f")) for row in found]
    note = "How far the first is ahead of the second on the same deals, in points."
    return Section("Differences", note, ("pair", "deals", "ahead by"), rows)


def margins(arena: PlayedArena) -> Iterator[Section]:
    """Histograms of the margins, if there are any."""
    found = arena.results.counted()
    series = [
        (name, [one.margins[entry] for one in found if entry in one.margins])
        for entry, name in enumerate(arena.plan.labels)
    ]
    if series := [(name, values) for name, values in series if values]:
        together = "A unit is one deal played in all seatings. Dashed: the mean."
        note = together if arena.plan.players > 1 else "Alone the margin is the score. Dashed: the mean."
        yield Section("Margins", note, chart=Markup(charts.margins(series)))


def luck(found: list[Row]) -> Section:
    """Margins and shares of the win with and without luck, and how many times the units would be needed without."""
    columns = ("solver", "margin", "raw", "times the units", "win %", "raw", "times the units")
    rows = [
        (
            row["solver"],
            with_interval(row, "margin", 1, "+.1f"),
            with_interval(row, "raw_margin", 1, "+.1f"),
            with_interval(row, "ratio", 1, ".1f"),
            with_interval(row, "win", 100, ".1f"),
            with_interval(row, "raw_win", 100, ".1f"),
            with_interval(row, "win_ratio", 1, ".1f"),
        )
        for row in found
    ]
    return Section("Luck taken out", LUCK_NOTE, columns, rows, chart=Markup(charts.luck(found)))


def calibration(found: list[Row]) -> Section:
    """The scores of the expectations, and the diagrams below."""
    columns = ("solver", "decisions", "Brier score", "always the mean", "error, %", "by noise, %")
    rows = [
        (
            row["solver"],
            f"{row['decisions']:,}",
            with_interval(row, "brier", 1, ".3f"),
            f"{row['brier_reference']:.3f}",
            with_interval(row, "ece", 100, ".1f"),
            f"{100 * row['ece_by_noise']:.1f}",
        )
        for row in found
    ]
    return Section("Calibration", CALIBRATION_NOTE, columns, rows, chart=Markup(charts.calibration(found)))


def sequential(arena: PlayedArena) -> Section:
    """The path of the sequential test and its verdict."""
    assert arena.results.test is not None
    test = arena.document["sprt"]
    bounds = f"{test['low']:g} against {test['high']:g} Elo"
    note = f"{bounds}, verdict after {test['units']:,} units: {test['verdict']}."
    note += f" {AFTER_A_STOP}" if test["verdict"] != "undecided" else ""
    return Section("Sequential test", note, chart=Markup(charts.sequential(arena.results.test.path, test)))


def errors(found: list[Row]) -> Section:
    """Games lost without playing on, by solver and kind of error."""
    rows = [(row["solver"], f"{row['games']:,}", row["kind"], row["reason"]) for row in found]
    return Section("Errors", columns=("solver", "games lost", "kind", "for example"), rows=rows)
