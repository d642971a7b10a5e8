"""The whole document of `kiebitz arena --json`: the statistics, and beside them everything that was asked for."""

from itertools import combinations

from kiebitz.arena.statistics.units import interval
from kiebitz.arena.summary import summary


def json_report(plan, results, store, command):
    """What units say, who lost by which kind of error, and the plan with which the same comes out again."""
    found = summary(plan, results, store)
    return {
        **found,
        **plan.to_json(),
        "command": command,
        "sprt": found["sprt"] and {**found["sprt"], "low": results.test.low, "high": results.test.high},
        "paired": paired(plan, results.counted()),
        "reasons": grouped(found["reasons"]),
    }


def grouped(rows):
    """One row a solver and kind of error, the commonest first, with its commonest text: texts have counts and times."""
    found = {}
    for row in rows:
        kind = row["reason"].partition(":")[0]
        group = found.setdefault((row["solver"], kind), {**row, "kind": kind, "games": 0})
        group["games"] += row["games"]
    return sorted(found.values(), key=lambda row: -row["games"])


def paired(plan, outcomes):
    """Differences between solvers that play alone, over the deals that both played to the end; [] at a larger table.

    Scores of one deal go up and down together, so these are much surer than the difference of two means.
    """
    if plan.players > 1:
        return []
    scores = {entry: {} for entry in range(len(plan.solvers))}
    for outcome in outcomes:
        for entry, score in outcome.margins.items():
            scores[entry][outcome.unit // plan.units_a_deal] = score
    rows = [paired_row(plan, a, b, scores) for a, b in combinations(scores, 2)]
    return [row for row in rows if row["deals"]]


def paired_row(plan, a, b, scores):
    gaps = [scores[a][deal] - scores[b][deal] for deal in scores[a] if deal in scores[b]]
    margin, *margin_ci = interval(gaps) if gaps else (None, None, None)
    return {
        "a": plan.labels[a],
        "b": plan.labels[b],
        "deals": len(gaps),
        "margin": margin,
        "margin_ci": margin_ci,
    }
