"""Summary of the results: tables of solvers and pairs, ratings, luck, calibration, the sequential test."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from kiebitz.arena.plan import Plan
from kiebitz.arena.predictions import Predictions
from kiebitz.arena.results import Results, UnitResult
from kiebitz.arena.statistics.control_variates import adjusted, ratio_interval
from kiebitz.arena.statistics.ratings import Pair, Ratings, ratings
from kiebitz.arena.statistics.units import SHARES, elo_interval, interval
from kiebitz.arena.store import Store
from kiebitz.arena.timing import ThinkingTimes

JsonRow = dict[str, Any]  # of a table of the JSON report
JsonReport = dict[str, Any]


def summary(plan: Plan, results: Results, store: Store) -> JsonReport:
    """The statistics over the units that count, as a part of the JSON report."""
    found = results.counted()
    units = {one.unit for one in found}
    times, predictions, reasons = walked(plan, store, units)
    kept, distinct = store.distinct_deals(units)
    rated = rating_of(plan, found)
    return {
        "game": plan.game,
        "players": plan.players,
        "pairs": len(found),
        "table": solver_rows(plan, found, times, rated),
        "pairwise": pairwise(plan, found),
        "ratings": scale(rated),
        "sprt": sequential(plan, results),
        "luck_adjusted": luck_adjusted(plan, found),
        "calibration": predictions.rows(),
        "errors": sum(sum(one.errors.values()) for one in found),
        "reasons": reasons,
        "failing": failing(plan, results),
        "releases": store.releases(units),
        "deals": {"units": kept, "distinct": distinct},
        "games": len(found) * plan.games_a_unit,
        "seed": plan.seed,
    }


def walked(plan: Plan, store: Store, units: set[int]) -> tuple[ThinkingTimes, Predictions, list[JsonRow]]:
    """Thinking times, expected and final shares, and forfeits by solver and reason. It reads the records once.

    units: numbers of the units that count.
    """
    times = ThinkingTimes(len(plan.solvers))
    predictions = Predictions(plan.solvers)
    reasons: Counter[tuple[str, str]] = Counter()
    tracebacks: dict[tuple[str, str], str | None] = {}
    for record in store.units():
        for game in record.games if record.unit in units else ():
            times.add(game)
            predictions.add(game)
            if game.forfeit is not None:
                key = plan.labels[game.seats[game.forfeit.seat]], game.forfeit.reason
                reasons[key] += 1
                tracebacks[key] = tracebacks.get(key) or game.forfeit.traceback
    rows = [
        {"solver": name, "reason": reason, "games": count, "traceback": tracebacks[name, reason]}
        for (name, reason), count in reasons.most_common()
    ]
    return times, predictions, rows


def solver_rows(plan: Plan, found: list[UnitResult], times: ThinkingTimes, rated: Ratings | None) -> list[JsonRow]:
    """A row for each solver, best rating first. Solvers that play alone have no ratings: best margin first."""
    if not found:
        return []
    rows = [row_of(plan, found, rated, times, entry) for entry in range(len(plan.solvers))]
    return sorted(rows, key=lambda row: -((row["margin"] or 0) if rated is None else row["elo"]))


def rating_of(plan: Plan, found: list[UnitResult]) -> Ratings | None:
    """Ratings of all solvers from their duels, relative to the mean of all; None if there are no duels."""
    names = plan.labels
    pairs = [Pair(names[a], names[b], share, o.unit) for o in found for (a, b), share in o.duels.items()]
    return ratings(pairs) if pairs else None


def scale(rated: Ratings | None) -> JsonRow | None:
    """The ratings with their covariance, and the differences of all pairs, also of pairs that never met.

    None if there are no duels.
    """
    if rated is None:
        return None
    return {
        "solvers": list(rated.names),
        "elo": rated.elo.tolist(),
        "covariance": rated.covariance.tolist(),
        "differences": [difference_row(rated, *pair) for pair in combinations(rated.names, 2)],
    }


def difference_row(rated: Ratings, first: str, second: str) -> JsonRow:
    """The difference of two solvers in Elo."""
    elo, *elo_ci = rated.difference(first, second)
    return {"a": first, "b": second, "elo": elo, "elo_ci": elo_ci}


def row_of(plan: Plan, found: list[UnitResult], rated: Ratings | None, times: ThinkingTimes, entry: int) -> JsonRow:
    """The row of one solver."""
    own = [one for one in found if entry in one.shares]
    win, *win_ci = interval([one.shares[entry] for one in own], bounds=SHARES)
    margins = [one.margins[entry] for one in own if entry in one.margins]
    margin, *margin_ci = interval(margins) if margins else (None, None, None)
    elo, *elo_ci = (None, None, None) if rated is None else rated.rating(plan.labels[entry])
    return {
        "solver": plan.labels[entry],
        "games": sum(plan.games_a_unit for _ in own),
        "win": win,
        "win_ci": win_ci,
        "margin": margin,
        "margin_ci": margin_ci,
        "elo": elo,
        "elo_ci": elo_ci,
        "ms_per_move": times.milliseconds(entry),
        "errors": sum(one.errors.get(entry, 0) for one in own),
    }


def pairwise(plan: Plan, found: list[UnitResult]) -> list[JsonRow]:
    """A row for each pair: how often the first is ahead of the second. A tie counts half."""
    pairs: dict[tuple[int, int], list[UnitResult]] = {}
    for one in found:
        for pair in one.duels:
            pairs.setdefault(pair, []).append(one)
    return [pair_row(plan, pair, own) for pair, own in sorted(pairs.items())]


def pair_row(plan: Plan, pair: tuple[int, int], found: list[UnitResult]) -> JsonRow:
    """The row of one pair."""
    a, b = pair
    values = [one.duels[pair] for one in found]
    score, *score_ci = interval(values, bounds=SHARES)
    elo, *elo_ci = elo_interval(values)
    # Two players' margins are opposite, so that half of their difference is the margin of the first.
    halves = [(o.margins[a] - o.margins[b]) / 2 for o in found if a in o.margins and b in o.margins]
    margin, *margin_ci = interval(halves) if halves else (None, None, None)
    return {
        "a": plan.labels[a],
        "b": plan.labels[b],
        "units": len(found),
        "score": score,
        "score_ci": score_ci,
        "margin": margin,
        "margin_ci": margin_ci,
        "elo": elo,
        "elo_ci": elo_ci,
        "units_by_score": {str(value): count for value, count in sorted(Counter(values).items())},
    }


def luck_adjusted(plan: Plan, found: list[UnitResult]) -> JsonRow:
    """Raw and adjusted margins and shares of the win, over the units with luck; {} if there are fewer than two."""
    measured = [one for one in found if one.luck]
    if len(measured) < 2:
        return {}
    rows = [luck_row(plan, [o for o in measured if entry in o.luck], entry) for entry in range(len(plan.solvers))]
    return {"units": len(measured), "replays": plan.luck, "table": [row for row in rows if row]}


def luck_row(plan: Plan, found: list[UnitResult], entry: int) -> JsonRow:
    """The row of one solver; {} with fewer than two units."""
    if len(found) < 2:
        return {}
    points, shares = zip(*(one.luck[entry] for one in found), strict=True)
    return {
        "solver": plan.labels[entry],
        **less_luck("margin", [one.margins[entry] for one in found], points),
        **less_luck("win", [one.shares[entry] for one in found], shares, SHARES),
    }


def less_luck(
    name: str, values: list[float], luck: Sequence[float], bounds: tuple[float, float] | None = None
) -> JsonRow:
    """One kind of result with and without its luck.

    name: `margin` or `win`.
    values: results of the units.
    luck: luck of the units, in the same unit as the values.
    bounds: lowest and highest possible value; None if there are none.

    The adjusted share of a unit may leave 0..1. If no share does, the interval keeps to the bounds like the raw one.
    """
    less = adjusted(values, luck)
    inside = bounds is not None and bounds[0] <= less.values.min() and less.values.max() <= bounds[1]
    raw, now = interval(values, bounds=bounds), interval(less.values, bounds=bounds if inside else None)
    ratio = "ratio" if name == "margin" else f"{name}_ratio"
    return {
        f"raw_{name}": raw.mean,
        f"raw_{name}_ci": [raw.low, raw.high],
        name: now.mean,
        f"{name}_ci": [now.low, now.high],
        ratio: less.ratio,
        f"{ratio}_ci": list(ratio_interval(values, luck)),
    }


def failing(plan: Plan, results: Results) -> JsonRow | None:
    """The solver whose failures have ended the arena; None if there is none."""
    found = results.failing
    return found and {"solver": plan.labels[found.entry], "errors": found.errors, "games": found.games}


def sequential(plan: Plan, results: Results) -> JsonRow | None:
    """The sequential test and its state; `path` is the ratio after each unit. None without a test."""
    test = results.test
    if test is None:
        return None
    return {
        "first": plan.labels[0],
        "second": plan.labels[1],
        "low": test.low,
        "high": test.high,
        "alpha": test.alpha,
        "beta": test.beta,
        "llr": test.llr,
        "lower": test.lower,
        "upper": test.upper,
        "verdict": test.verdict or "undecided",
        "units": test.units,
        "path": [point.llr for point in test.path],
    }
