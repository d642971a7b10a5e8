"""An arena's result on the screen: columns that are never broken, however narrow the terminal."""

import math

GAP = "  "


def print_standings(document):
    """The table of solvers, the pairs if there are several, the sequential test, and what went wrong."""
    print_columns(
        ("solver", "games", "win %", "(95 %)", "margin", "(95 %)", "Elo", "(95 %)", "ms/move", "errors"),
        [solver_row(row) for row in document["table"]],
    )
    if len(document["pairwise"]) > 1:
        print()
        print_columns(
            ("pair", "units", "ahead %", "(95 %)", "Elo", "(95 %)"), [pair_row(row) for row in document["pairwise"]]
        )
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


def solver_row(row):
    return (
        row["solver"],
        f"{row['games']:,}",
        percent(row["win"]),
        between(row["win_ci"], percent),
        signed(row["margin"]),
        between(row["margin_ci"], signed),
        whole(row["elo"]),
        between(row["elo_ci"], whole),
        "-" if row["ms_per_move"] is None else f"{row['ms_per_move']:.3g}",
        str(row["errors"]),
    )


def pair_row(row):
    return (
        f"{row['a']} - {row['b']}",
        f"{row['units']:,}",
        percent(row["score"]),
        between(row["score_ci"], percent),
        whole(row["elo"]),
        between(row["elo_ci"], whole),
    )


def luck_row(row):
    return (
        row["solver"],
        signed(row["margin"]),
        between(row["margin_ci"], signed),
        signed(row["raw_margin"]),
        between(row["raw_margin_ci"], signed),
        percent(row["win"]),
        between(row["win_ci"], percent),
        percent(row["raw_win"]),
        between(row["raw_win_ci"], percent),
        f"{row['ratio']:.1f} and {row['win_ratio']:.1f} times the units",
    )


def calibration_row(row):
    return (
        row["solver"],
        f"{row['decisions']:,}",
        three_digits(row["brier"]),
        between(row["brier_ci"], three_digits),
        three_digits(row["brier_reference"]),
        percent(row["ece"]),
        between(row["ece_ci"], percent),
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
    lines = [
        f"{document['pairs']:,} units of {document['game']}, {deals['distinct']:,} of {deals['units']:,} deals distinct"
    ]
    if (test := document["sprt"]) is not None:
        lines.append(
            f"sequential test: {test['verdict']} after {test['units']:,} units, "
            f"LLR {test['llr']:+.2f} ({test['lower']:+.2f} to {test['upper']:+.2f})"
        )
    lines += [f"{row['solver']} lost {row['games']:,} by error: {row['reason']}" for row in document["reasons"]]
    return lines


def percent(share):
    return f"{100 * share:.1f}"


def three_digits(number):
    return f"{number:.3f}"


def signed(number):
    return "-" if number is None else f"{number:+.1f}"


def whole(number):
    return "-" if number is None else f"{number:+.0f}"


def between(bounds, write):
    low, high = bounds
    return "" if low is None or low == -math.inf else f"{write(low)} .. {write(high)}"
