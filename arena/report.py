"""The report: one page with everything on it, nothing fetched from elsewhere."""

import math
from html import escape
from pathlib import Path

import kiebitz
from kiebitz.arena import charts
from kiebitz.errors import KiebitzError

STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #1f2933; background: #f5f7fa; margin: 0; }
main { max-width: 58rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.7rem; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 0 0 .75rem; }
section { background: #fff; border: 1px solid #e4e7eb; border-radius: 8px; padding: 1.25rem; margin: 1.25rem 0; }
section { overflow-x: auto; }
p { margin: .25rem 0 .75rem; } .quiet { color: #52606d; }
svg { width: 100%; height: auto; display: block; }
table + svg { margin-top: 1rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; text-align: right; vertical-align: top; border-bottom: 1px solid #e4e7eb; }
th:first-child { text-align: left; } thead th { color: #52606d; font-weight: 600; }
td, th { white-space: nowrap; } th.name { white-space: normal; }
.interval { color: #52606d; font-size: .8em; display: block; }
pre { background: #1f2933; color: #f5f7fa; border-radius: 6px; padding: .8rem 1rem; margin: 0 0 .75rem; }
pre { white-space: pre-wrap; }
"""

AFTER_A_STOP = "Intervals take no heed of the early stop: they cover less than 95 %, and results lean to the verdict."

LUCK_NOTE = (
    "The difference between what the pile gave and what it could have given is taken off, with no bias. "
    "&ldquo;Times the units&rdquo;: how many times the units would be needed without."
)

CALIBRATION_NOTE = (
    "The share of the win that a solver expected with each move it chose, beside the share it got in the end. Both "
    "scores are better the lower; &ldquo;always the mean&rdquo; is the Brier score of who always expects the mean. The "
    "error is the mean distance of the points from the diagonal, and &ldquo;by noise&rdquo; how far they would stray "
    "on average if every expectation were right. Intervals are over units, since decisions of one deal hang together. "
    "Only between equal players does this judge the solver alone."
)


def write_report(path, result, command):
    """Writes the page of a played arena; KiebitzError if the file cannot be written."""
    try:
        Path(path).write_text(page(result, command), encoding="utf-8")
    except OSError as error:
        raise KiebitzError(f"{path}: cannot be written: {error.strerror}") from None


def page(result, command):
    document = result.document
    title = f"{document['game'].capitalize()}: {', '.join(result.plan.labels)}"
    parts = [heading(title, document), section("Standings", standings(document))]
    if document["table"]:
        parts += sections(result)
    parts.append(section("Errors", error_table(document["reasons"])) if document["reasons"] else "")
    parts.append(section("Reproduce", reproduction(document, command)))
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>'
        f"<body><main>{''.join(parts)}</main></body></html>\n"
    )


def sections(result):
    """The charts, as far as there is something to draw."""
    document, outcomes = result.document, result.results.counted()
    if document["pairwise"]:
        yield section("Ratings", charts.ratings(document["table"]))
        note = "How often the row is ahead of the column, a tie counting half, in %."
        yield section("Cross table", cross_table(document), note)
        yield section("Pairs", pairs(document["pairwise"]), "The first of each pair against the second.")
    if document["paired"]:
        note = "How far the first is ahead of the second on the same deals, in points."
        yield section("Differences", differences(document["paired"]), note)
    series = [
        (name, [outcome.margins[entry] for outcome in outcomes if entry in outcome.margins])
        for entry, name in enumerate(result.plan.labels)
    ]
    if series := [(name, values) for name, values in series if values]:
        note = "A unit is one deal played in all seatings. Dashed: the mean."
        note = note if result.plan.players > 1 else "Alone the margin is the score. Dashed: the mean."
        yield section("Margins", charts.margins(series), note)
    if document["pairwise"] and any(row["ms_per_move"] for row in document["table"]):
        yield section("Strength against time per move", charts.strength_by_time(document["table"]))
    if document["luck_adjusted"]:
        rows = document["luck_adjusted"]["table"]
        yield section("Luck taken out", luck(rows) + charts.luck(rows), LUCK_NOTE)
    if document["calibration"]:
        yield section("Calibration", calibration(document["calibration"]), CALIBRATION_NOTE)
    if result.results.test is not None and result.results.test.path:
        test = document["sprt"]
        bounds = f"{test['low']:g} against {test['high']:g} Elo"
        note = f"{bounds}, verdict after {test['units']:,} units: {test['verdict']}."
        note += f" {AFTER_A_STOP}" if test["verdict"] != "undecided" else ""
        yield section("Sequential test", charts.sequential(result.results.test.path, test), note)


def heading(title, document):
    deals = document["deals"]
    distinct = f"{deals['distinct']:,} of {deals['units']:,} deals distinct; " if deals["units"] else ""
    return (
        f"<h1>{escape(title)}</h1><p class=quiet>{document['games']:,} games, {document['pairs']:,} units, "
        f"{document['players']} players, seed {document['seed']}; {distinct}"
        f"{document['errors']:,} games lost by error</p>"
    )


def section(title, content, note=""):
    return f"<section><h2>{title}</h2>{f'<p class=quiet>{note}</p>' if note else ''}{content}</section>"


def standings(document):
    """Alone everybody wins and has no rating, and the margin is the score."""
    alone = document["players"] == 1
    results = ("score",) if alone else ("win %", "margin", "Elo v mean")
    cells = []
    for row in document["table"]:
        figures = [with_interval(row, "margin", 1, ".1f" if alone else "+.1f")]
        if not alone:
            figures = [with_interval(row, "win", 100, ".1f"), *figures, with_interval(row, "elo", 1, "+.0f")]
        pace = "-" if row["ms_per_move"] is None else f"{row['ms_per_move']:.3g}"
        cells.append((row["solver"], f"{row['games']:,}", *figures, pace, f"{row['errors']:,}"))
    return html_table(("solver", "games", *results, "ms a move", "errors"), cells)


def with_interval(row, key, factor, form):
    """A figure with its interval, as far as there is one, in small print."""
    value, bounds = row[key], row[f"{key}_ci"]
    if value is None:
        return "-"
    if not all(map(math.isfinite, bounds)):
        return f"{factor * value:{form}}"
    low, high = (f"{factor * bound:{form}}" for bound in bounds)
    return f"{factor * value:{form}} <span class=interval>{low} to {high}</span>"


def pairs(rows):
    cells = [
        (
            f"{row['a']} - {row['b']}",
            f"{row['units']:,}",
            with_interval(row, "score", 100, ".1f"),
            with_interval(row, "elo", 1, "+.0f"),
        )
        for row in rows
    ]
    return html_table(("pair", "units", "ahead %", "Elo"), cells)


def differences(rows):
    cells = [(f"{row['a']} - {row['b']}", f"{row['deals']:,}", with_interval(row, "margin", 1, "+.1f")) for row in rows]
    return html_table(("pair", "deals", "ahead by"), cells)


def cross_table(document):
    """Everybody against everybody, the better the bluer, the worse the redder."""
    names = [row["solver"] for row in document["table"]]
    scores = {}
    for pair in document["pairwise"]:
        scores[pair["a"], pair["b"]] = pair["score"]
        scores[pair["b"], pair["a"]] = 1 - pair["score"]
    head = "".join(map(name_cell, names))
    rows = "".join(f"<tr>{name_cell(a)}{''.join(score_cell(scores.get((a, b))) for b in names)}</tr>" for a in names)
    return f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{rows}</tbody></table>"


def name_cell(name):
    """A solver's name, which may be broken between its parameters."""
    return f"<th class=name>{escape(name).replace(':', ':<wbr>')}</th>"


def score_cell(score):
    if score is None:
        return "<td></td>"
    colour = "31,111,178" if score >= 0.5 else "200,80,60"
    return f'<td style="background:rgba({colour},{abs(score - 0.5):.2f})">{100 * score:.1f}</td>'


def luck(rows):
    """Margins and shares of the win with and without luck, and how many times the units would be needed without."""
    columns = ("solver", "margin", "raw", "times the units", "win %", "raw", "times the units")
    cells = [
        (
            row["solver"],
            with_interval(row, "margin", 1, "+.1f"),
            with_interval(row, "raw_margin", 1, "+.1f"),
            with_interval(row, "ratio", 1, ".1f"),
            with_interval(row, "win", 100, ".1f"),
            with_interval(row, "raw_win", 100, ".1f"),
            with_interval(row, "win_ratio", 1, ".1f"),
        )
        for row in rows
    ]
    return html_table(columns, cells)


def calibration(rows):
    """The scores of the expectations, and the diagrams below."""
    columns = ("solver", "decisions", "Brier score", "always the mean", "error, %", "by noise, %")
    cells = [
        (
            row["solver"],
            f"{row['decisions']:,}",
            with_interval(row, "brier", 1, ".3f"),
            f"{row['brier_reference']:.3f}",
            with_interval(row, "ece", 100, ".1f"),
            f"{100 * row['ece_by_noise']:.1f}",
        )
        for row in rows
    ]
    return html_table(columns, cells) + charts.calibration(rows)


def error_table(rows):
    cells = [(row["solver"], f"{row['games']:,}", escape(row["kind"]), escape(row["reason"])) for row in rows]
    return html_table(("solver", "games lost", "kind", "for example"), cells)


def html_table(columns, rows):
    """Columns and rows, the first cell of each row a solver's name."""
    head = "".join(f"<th>{name}</th>" for name in columns)
    body = "".join(f"<tr>{name_cell(row[0])}{''.join(f'<td>{cell}</td>' for cell in row[1:])}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def reproduction(document, command):
    return f"<pre>{escape(command)}</pre><p class=quiet>kiebitz {escape(kiebitz.__version__)}</p>"
