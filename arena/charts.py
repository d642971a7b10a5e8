"""Charts of the report. Each public chart takes plain values and returns an SVG as text for an HTML page."""

import io
import math
import re
from collections.abc import Callable, Sequence
from typing import Any

import matplotlib
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter

from kiebitz.arena.summary import JsonRow

INK = "#1f2933"
QUIET = "#7b8794"
ACCENT = "#1f6fb2"
GRID = "#e4e7eb"
WIDTH = 7.2  # inches
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",  # text stays text, which readers can search and copy
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.edgecolor": QUIET,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": QUIET,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": GRID,
    "axes.axisbelow": True,
}
Rows = Sequence[JsonRow]

METADATA = dict.fromkeys(("Creator", "Date", "Format", "Type"))


def drawn(name: str, height: float, draw: Callable[[Any], None], columns: int = 1, rows: int = 1) -> str:
    """The SVG of a figure.

    name: name of the chart, for screen readers.
    height: height in inches.
    draw: function that draws on the axes; it gets an array of axes if there are several.
    columns, rows: number of axes side by side and one below the other.
    """
    with matplotlib.rc_context({**STYLE, "svg.hashsalt": name}):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        draw(figure.subplots(rows, columns, squeeze=columns * rows == 1))
        buffer = io.StringIO()
        figure.savefig(buffer, format="svg", metadata=METADATA, transparent=True)
    svg = buffer.getvalue()
    svg = svg[svg.index("<svg") :]
    # The page needs neither metadata nor a fixed size, but screen readers need a name.
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", svg, count=1)
    svg = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", svg, count=1)
    return svg.replace("<svg", f'<svg role="img" aria-label="{name}"', 1)


def finite(bounds: Sequence[float | None], middle: float) -> tuple[float, float]:
    """Lengths of an error bar below and above the middle; 0 and 0 if a bound is missing or infinite."""
    low, high = bounds
    if low is None or high is None or not (math.isfinite(low) and math.isfinite(high)):
        return 0.0, 0.0
    return middle - low, high - middle


def ratings(rows: Rows) -> str:
    """Elo with intervals, the best solver on top.

    rows: rows of the arena table, best first.
    """

    def draw(axes: Any) -> None:
        for place, row in enumerate(reversed(rows)):
            low, high = finite(row["elo_ci"], row["elo"])
            axes.errorbar(row["elo"], place, xerr=[[low], [high]], fmt="o", color=ACCENT, capsize=3, ms=7)
        axes.axvline(0, color=QUIET, lw=0.8)
        axes.set_yticks(range(len(rows)), [row["solver"] for row in reversed(rows)])
        axes.set_ylim(-0.6, len(rows) - 0.4)
        axes.grid(axis="y", visible=False)
        axes.set_xlabel("Elo against the mean of all, 95 % interval")

    return drawn("Ratings with intervals", 0.9 + 0.38 * len(rows), draw)


def margins(series: Sequence[tuple[str, Sequence[float]]]) -> str:
    """Histograms of the unit margins, all on one scale.

    series: pairs of a solver's name and its margins in points.
    """
    values = [value for _, some in series for value in some]
    low, high = min(values), max(values)
    low, high = (low - 1, high + 1) if low == high else (low, high)
    columns = min(len(series), 2)
    rows = -(-len(series) // columns)

    def draw(axes: Any) -> None:
        panels = list(axes.flat) if hasattr(axes, "flat") else [axes]
        for panel, (name, some) in zip(panels, series, strict=False):
            panel.hist(some, bins=25, range=(low, high), color=ACCENT, edgecolor="white", lw=0.5)
            panel.axvline(0, color=QUIET, lw=0.8)
            panel.axvline(sum(some) / len(some), color=INK, lw=1.4, ls="--")
            panel.set_title(name, loc="left", fontsize=10)
            panel.set_xlabel("mean margin of a unit, points")
            panel.set_ylabel("units")
        for panel in panels[len(series) :]:
            panel.set_visible(False)

    return drawn("Margins of the units", 2.3 * rows, draw, columns, rows)


def strength_by_time(rows: Rows) -> str:
    """Elo against thinking time.

    rows: rows of the arena table; a row without a time is left out.
    """
    known = [row for row in rows if row["ms_per_move"]]

    def draw(axes: Any) -> None:
        for row in known:
            low, high = finite(row["elo_ci"], row["elo"])
            axes.errorbar(row["ms_per_move"], row["elo"], yerr=[[low], [high]], fmt="o", color=ACCENT, capsize=3, ms=7)
            axes.annotate(
                row["solver"], (row["ms_per_move"], row["elo"]), (8, 6), textcoords="offset points", fontsize=9
            )
        axes.set_xscale("log")
        axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.xaxis.set_major_formatter("{x:g}")
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.margins(x=0.25)
        axes.set_xlabel("milliseconds a move")
        axes.set_ylabel("Elo against the mean of all")

    return drawn("Strength against time per move", 3.4, draw)


def luck(rows: Rows) -> str:
    """Raw and luck-adjusted margins, and below them shares of the win.

    rows: rows of the luck table.
    """

    def draw(panels: Any) -> None:
        margins, wins = panels.flat
        with_and_without(margins, rows, "margin", 1, "mean margin, points, 95 % interval")
        with_and_without(wins, rows, "win", 100, "share of the win, %, 95 % interval")
        margins.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1), ncols=2)

    return drawn("Raw and luck-adjusted results", 2 * (0.8 + 0.55 * len(rows)), draw, rows=2)


def with_and_without(panel: Any, rows: Rows, key: str, factor: float, label: str) -> None:
    """Draws one result of every solver, raw and adjusted.

    key: name of the result in the rows, `margin` or `win`.
    factor: multiplies the values, 100 for percent.
    label: label of the axis.
    """
    for place, row in enumerate(reversed(rows)):
        for shift, name, colour, what in ((0.14, f"raw_{key}", QUIET, "raw"), (-0.14, key, ACCENT, "luck taken out")):
            low, high = (factor * length for length in finite(row[f"{name}_ci"], row[name]))
            panel.errorbar(
                factor * row[name],
                place + shift,
                xerr=[[low], [high]],
                fmt="o",
                color=colour,
                capsize=3,
                label=what if place == 0 else None,
            )
    panel.set_yticks(range(len(rows)), [row["solver"] for row in reversed(rows)])
    panel.set_ylim(-0.6, len(rows) - 0.4)
    panel.grid(axis="y", visible=False)
    panel.set_xlabel(label)


def calibration(rows: Rows) -> str:
    """Reliability diagrams: final shares of the win against expected shares, a panel for each solver.

    rows: rows of the calibration table.
    """
    columns = min(len(rows), 2)
    lines = -(-len(rows) // columns)

    def draw(axes: Any) -> None:
        panels = list(axes.flat) if hasattr(axes, "flat") else [axes]
        for panel, row in zip(panels, rows, strict=False):
            reliability(panel, row)
        parts = panels[0].get_legend_handles_labels()
        panels[0].figure.legend(*parts, frameon=False, loc="outside upper left", ncols=3, fontsize=9)
        for panel in panels[len(rows) :]:
            panel.set_visible(False)

    return drawn("Reliability of the expected shares of the win", 0.3 + 3.9 * lines, draw, columns, lines)


def reliability(panel: Any, row: dict[str, Any]) -> None:
    """Draws a solver's bins and the diagonal, and the share of decisions in each bin as a bar."""
    bins = row["bins"]
    expected = [100 * part["predicted"] for part in bins]
    came = [100 * part["came"] for part in bins]
    errors = [[100 * abs(part["came"] - part["came_ci"][end]) for part in bins] for end in (0, 1)]
    middles = [50 * (part["low"] + part["high"]) for part in bins]
    shares = [100 * part["decisions"] / row["decisions"] for part in bins]
    panel.bar(middles, shares, 9, color=GRID, label="share of decisions", zorder=1.5)
    panel.plot([0, 100], [0, 100], color=QUIET, lw=0.8, ls="--", label="as expected")
    panel.errorbar(expected, came, yerr=errors, fmt="o", color=ACCENT, capsize=3, ms=5, label="came, 95 % interval")
    panel.set_xlim(-2, 102)
    panel.set_ylim(0, 102)
    panel.set_aspect("equal")
    panel.set_title(row["solver"], loc="left", fontsize=10)
    panel.set_xlabel("expected share of the win, %")
    panel.set_ylabel("share that came, %")


def sequential(points: Sequence[tuple[int, float]], test: dict[str, Any]) -> str:
    """The log likelihood ratio of a sequential test, unit by unit.

    points: pairs of a number of units and the ratio after them.
    test: the entry `sprt` of the JSON report.
    """

    def draw(axes: Any) -> None:
        axes.plot([units for units, _ in points], [ratio for _, ratio in points], color=ACCENT, lw=1.6)
        for bound, name in ((test["upper"], "HIGH accepted"), (test["lower"], "LOW accepted")):
            axes.axhline(bound, color=INK, lw=1, ls="--")
            axes.annotate(
                name, (0.01, bound), (0, 3), xycoords=("axes fraction", "data"), textcoords="offset points", fontsize=9
            )
        axes.axhline(0, color=QUIET, lw=0.8)
        axes.margins(y=0.15)
        axes.set_xlabel("units")
        axes.set_ylabel("log likelihood ratio")

    return drawn("Path of the sequential test", 3.0, draw)
