"""An arena's result on the screen: columns that are never broken, however narrow the terminal."""

import math

GAP = "  "
AFTER_A_STOP = "intervals take no heed of the early stop: they cover less than 95 %, and results lean to the verdict"


def print_arena_table(document):
    """The table of solvers, the pairs, the sequential test, and what went wrong."""
    if document["players"] == 1:
        print_columns(
            ("solver", "games", "score", "(95 %)", "ms/move", "errors"), [lone_row(row) for row in document["table"]]
        )
    else:
        print_columns(
            ("solver", "games", "win %", "(95 %)", "margin", "(95 %)", "Elo v mean", "(95 %)", "ms/move", "errors"),
            [solver_row(row) for row in document["table"]],
        )
    if document["pairwise"]:
        print()
        print_columns(
            ("pair", "units", "ahead %", "(95 %)", "Elo", "(95 %)"), [pair_row(row) for row in document["pairwise"]]
        )
    if document["paired"]:
        print()
        print_columns(("same deals", "deals", "ahead by", "(95 %)"), [paired_row(row) for row in document["paired"]])
    if document["luck_adjusted"]:
        print()
        print_columns(
            ("luck taken out", "margin", "(95 %)", "raw", "(95 %)", "win %", "(95 %)", "raw", "(95 %)", "worth"),
            [luck_row(row) for row in document["luck_adjusted"]["table"]],
        )
    if document["calibration"]:
        print()
        print_columns(
            ("expected wins", "decisions", "Brier", "(95 %)", "always mean", "error %", "(95 %)", "by noise"),
            [calibration_row(row) for row in document["calibration"]],
        )
    print()
    print(*remarks(document), sep="\n")


def lone_row(row):
    """Alone everybody wins, and the margin is the score."""
    return (row["solver"], f"{row['games']:,}", *with_interval(row, "margin", points), *pace_and_errors(row))


def solver_row(row):
    return (
        row["solver"],
        f"{row['games']:,}",
        *with_interval(row, "win", percent),
        *with_interval(row, "margin", signed),
        *with_interval(row, "elo", whole),
        *pace_and_errors(row),
    )


def pace_and_errors(row):
    return "-" if row["ms_per_move"] is None else f"{row['ms_per_move']:.3g}", str(row["errors"])


def with_interval(row, key, write):
    """Two cells: a figure and its interval."""
    return write(row[key]), between(row[f"{key}_ci"], write)


def pair_row(row):
    return (
        f"{row['a']} - {row['b']}",
        f"{row['units']:,}",
        *with_interval(row, "score", percent),
        *with_interval(row, "elo", whole),
    )


def paired_row(row):
    return (f"{row['a']} - {row['b']}", f"{row['deals']:,}", *with_interval(row, "margin", signed))


def luck_row(row):
    return (
        row["solver"],
        *with_interval(row, "margin", signed),
        *with_interval(row, "raw_margin", signed),
        *with_interval(row, "win", percent),
        *with_interval(row, "raw_win", percent),
        f"{row['ratio']:.1f} and {row['win_ratio']:.1f} times the units",
    )


def calibration_row(row):
    return (
        row["solver"],
        f"{row['decisions']:,}",
        *with_interval(row, "brier", three_digits),
        three_digits(row["brier_reference"]),
        *with_interval(row, "ece", percent),
        percent(row["ece_by_noise"]),
    )


def print_columns(headings, rows):
    """The first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    for row in (headings, *rows):
        cells = [
            f"{cell:<{width}}" if i == 0 else f"{cell:>{width}}"
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        print(GAP.join(cells).rstrip())


def remarks(document):
    """Sentences below the tables."""
    deals = document["deals"]
    distinct = f", {deals['distinct']:,} of {deals['units']:,} deals distinct" if deals["units"] else ""
    lines = [f"{document['pairs']:,} units of {document['game']}{distinct}"]
    if (test := document["sprt"]) is not None:
        lines.append(
            f"sequential test of {test['low']:g} against {test['high']:g} Elo: {test['verdict']} after "
            f"{test['units']:,} units, LLR {test['llr']:+.2f} ({test['lower']:+.2f} to {test['upper']:+.2f})"
        )
        if test["verdict"] != "undecided":
            lines.append(AFTER_A_STOP)
    return lines + [lost(row) for row in document["reasons"]]


def lost(row):
    """Who lost by which kind of error, with one example of what was said of it."""
    example = row["reason"].removeprefix(row["kind"]).strip(": ")
    return f"{row['solver']} lost {row['games']:,} by error: {row['kind']}{example and ', for example: '}{example}"


def percent(share):
    return f"{100 * share:.1f}"


def three_digits(number):
    return f"{number:.3f}"


def points(number):
    return "-" if number is None else f"{number:.1f}"


def signed(number):
    return "-" if number is None else f"{number:+.1f}"


def whole(number):
    return "-" if number is None else f"{number:+.0f}"


def between(bounds, write):
    low, high = bounds
    return "" if low is None or low == -math.inf else f"{write(low)} .. {write(high)}"
