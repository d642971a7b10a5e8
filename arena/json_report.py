"""The report of `kiebitz arena --json`: the summary of the results, and the plan behind them."""

from itertools import combinations
from typing import Any

from kiebitz.arena.plan import Plan
from kiebitz.arena.results import Results, UnitResult
from kiebitz.arena.statistics.units import interval
from kiebitz.arena.store import Store
from kiebitz.arena.summary import summary


def json_report(plan: Plan, results: Results, store: Store, command: str) -> dict[str, Any]:
    """The report. It holds plan and command, so that the same results can be made again."""
    found = summary(plan, results, store)
    return {
        **found,
        **plan.to_json(),
        "command": command,
        "paired": paired(plan, results.counted()),
        "reasons": grouped(found["reasons"]),
    }


def grouped(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One row for each solver and kind of error, the most frequent first, with the most frequent text as an example.

    Texts of one kind of error differ in counts and times.

    rows: a row for each solver and text, the most frequent first.
    """
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for row in rows:
        kind = row["reason"].partition(":")[0]
        group = found.setdefault((row["solver"], kind), {**row, "kind": kind, "games": 0})
        group["games"] += row["games"]
        group["traceback"] = group["traceback"] or row["traceback"]
    return sorted(found.values(), key=lambda row: -row["games"])


def with_errors_named(report: dict[str, Any]) -> dict[str, Any]:
    """The report for people: a solver that lost games by error has their number beside its name, in every table."""
    names = {
        row["solver"]: f"{row['solver']} ({row['errors']:,} of {row['games']:,} lost by error)"
        for row in report["table"]
        if row["errors"]
    }

    def renamed(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        keys = ("solver", "a", "b")
        return [{key: names.get(value, value) if key in keys else value for key, value in row.items()} for row in rows]

    luck = report["luck_adjusted"]
    return {
        **report,
        **{key: renamed(report[key]) for key in ("table", "pairwise", "paired")},
        "luck_adjusted": luck and {**luck, "table": renamed(luck["table"])},
    }


def paired(plan: Plan, results: list[UnitResult]) -> list[dict[str, Any]]:
    """Differences between solvers that play alone, over the deals that both played to the end; [] with more players.

    The scores of a deal rise and fall together, so these differences vary much less than differences of two means.
    """
    if plan.players > 1:
        return []
    scores: dict[int, dict[int, float]] = {entry: {} for entry in range(len(plan.solvers))}
    for result in results:
        for entry, score in result.margins.items():
            scores[entry][result.unit // plan.units_a_deal] = score
    rows = [paired_row(plan, a, b, scores) for a, b in combinations(scores, 2)]
    return [row for row in rows if row["deals"]]


def paired_row(plan: Plan, a: int, b: int, scores: dict[int, dict[int, float]]) -> dict[str, Any]:
    """The difference of two solvers that play alone.

    a, b: their entry numbers.
    scores: by entry, the score of each deal.
    """
    gaps = [scores[a][deal] - scores[b][deal] for deal in scores[a] if deal in scores[b]]
    margin, *margin_ci = interval(gaps) if gaps else (None, None, None)
    return {
        "a": plan.labels[a],
        "b": plan.labels[b],
        "deals": len(gaps),
        "margin": margin,
        "margin_ci": margin_ci,
    }
