"""The report of an arena: one HTML page with all tables and charts, which needs no other file."""

import math
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

import kiebitz
from kiebitz.arena import charts
from kiebitz.arena.json_report import with_errors_named
from kiebitz.arena.run import PlayedArena
from kiebitz.arena.summary import JsonReport, JsonRow
from kiebitz.errors import KiebitzError

NOTHING = Markup()

BEGINNING, END = b"<!DOCTYPE html>", b"<p class=quiet>kiebitz "  # of every report since 0.1.0
LONGEST_END = 200  # bytes

AFTER_A_STOP = (
    "Intervals do not account for the early stop: they cover less than 95 %, and results lean towards the verdict."
)

LUCK_NOTE = (
    "The luck of the cards is subtracted: the value of the cards that the pile gave, minus the mean value of the cards "
    "that it could have given. This adds no bias. “Times the units” says how many times as many units would be needed "
    "without it."
)

CALIBRATION_NOTE = (
    "The share of the win that a solver expected with each chosen move is compared with its final share. Low scores "
    "are good. “Always the mean” is the Brier score of a solver that always expects the mean. The error is the mean "
    "distance of the points from the diagonal. “By noise” is this distance if every expectation were right. Intervals "
    "are over units, since the decisions of a deal depend on each other. Only a match between equal players judges the "
    "solver alone."
)


@dataclass(frozen=True)
class Section:
    """A section of the page.

    title: heading of the section.
    note: sentences below the heading.
    columns: headings of the table, or the solvers of the cross table.
    rows: rows of the table, each with a solver's name as first cell; None if there is no table.
    scores: scores of the cross table by pair, 0..1; None if there is no cross table.
    chart: an SVG; empty if there is no chart.
    """

    title: str
    note: str = ""
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[str]] | None = None
    scores: Mapping[tuple[str, str], float] | None = None
    chart: Markup = NOTHING


def write_report(path: str | os.PathLike[str], arena: PlayedArena, command: str) -> None:
    """Writes the page of a played arena.

    path: the file to write.
    command: the command line that makes the page, shown on it.

    A full disk leaves an older report as it was. Raises KiebitzError if the file cannot be written.
    """
    target = Path(path)
    written = target.with_name(f"{target.name}.unfinished") if target.is_file() else target
    try:
        written.write_text(page(arena, command), encoding="utf-8")
        if written != target:
            written.replace(target)
    except OSError as error:
        if written != target:
            written.unlink(missing_ok=True)
        raise KiebitzError(f"{path}: cannot be written: {error.strerror}") from None


def is_report(path: str | os.PathLike[str]) -> bool:
    """Whether a file is empty or a report of any release. Raises KiebitzError if it cannot be read."""
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise KiebitzError(f"{path}: cannot be read: {error.strerror}") from None
    return not content or (content.startswith(BEGINNING) and END in content[-LONGEST_END:])


def page(arena: PlayedArena, command: str) -> str:
    """The HTML page as text.

    command: the command line that makes the page, shown on it.
    """
    folder = FileSystemLoader(Path(__file__).parent)
    environment = Environment(loader=folder, autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True)
    return environment.get_template("report.html.jinja").render(
        title=f"{arena.json_report['game'].capitalize()}: {', '.join(arena.plan.labels)}",
        report=arena.json_report,
        sections=list(sections(arena)),
        command=command,
        version=kiebitz.__version__,
        breakable=breakable,
    )


def breakable(name: str) -> Markup:
    """A solver's name as HTML. A line may be broken between the parameters."""
    return escape(name).replace(":", Markup(":<wbr>"))


def sections(arena: PlayedArena) -> Iterator[Section]:
    """All sections with content, in the order of the page."""
    report = with_errors_named(arena.json_report)
    yield arena_table(report)
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


def arena_table(report: JsonReport) -> Section:
    """The arena table. A solver that plays alone has no share of the win and no rating, and its margin is its score."""
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


def with_interval(row: JsonRow, key: str, factor: float, form: str) -> str:
    """A figure, with its interval in small print if the interval is finite.

    key: name of the figure in the row.
    factor: multiplies figure and interval, 100 for percent.
    form: format of the numbers.
    """
    value, bounds = row[key], row[f"{key}_ci"]
    if value is None:
        return "-"
    if not all(map(math.isfinite, bounds)):
        return f"{factor * value:{form}}"
    low, high = (f"{factor * bound:{form}}" for bound in bounds)
    return Markup("{} <span class=interval>{} to {}</span>").format(f"{factor * value:{form}}", low, high)


def cross_table(report: JsonReport) -> Section:
    """The scores of all solvers against each other. Good scores are blue, bad scores are red."""
    scores = {}
    for pair in report["pairwise"]:
        scores[pair["a"], pair["b"]] = pair["score"]
        scores[pair["b"], pair["a"]] = 1 - pair["score"]
    note = "How often the solver of the row is ahead of the solver of the column, in %. A tie counts half."
    return Section("Cross table", note, [row["solver"] for row in report["table"]], scores=scores)


def pairs(found: list[JsonRow]) -> Section:
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
    return Section(
        "Pairs", "The results of the first of each pair against the second.", ("pair", "units", "ahead %", "Elo"), rows
    )


def differences(found: list[JsonRow]) -> Section:
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


def luck(found: list[JsonRow]) -> Section:
    """Margins and shares of the win with and without luck."""
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


def calibration(found: list[JsonRow]) -> Section:
    """The scores of the expectations, and the reliability diagrams."""
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
    test = arena.json_report["sprt"]
    bounds = f"{test['low']:g} against {test['high']:g} Elo"
    note = f"{test['first']} over {test['second']}, {bounds}, verdict after {test['units']:,} units: {test['verdict']}."
    note += f" {AFTER_A_STOP}" if test["verdict"] != "undecided" else ""
    return Section("Sequential test", note, chart=Markup(charts.sequential(arena.results.test.path, test)))


def errors(found: list[JsonRow]) -> Section:
    """Games lost by error, by solver and kind of error."""
    rows = [(row["solver"], f"{row['games']:,}", row["kind"], example(row)) for row in found]
    return Section("Errors", columns=("solver", "games lost", "kind", "for example"), rows=rows)


def example(row: JsonRow) -> str:
    """An error's text, with its traceback if there is one."""
    if not row["traceback"]:
        return str(row["reason"])
    return Markup("{}<pre>{}</pre>").format(row["reason"], row["traceback"])
