"""The final table: what an arena's JSON document holds."""

from collections import Counter
from itertools import combinations

from kiebitz.arena.predictions import Predictions
from kiebitz.arena.statistics.control_variates import adjusted, ratio_interval
from kiebitz.arena.statistics.ratings import Pair, ratings
from kiebitz.arena.statistics.units import SHARES, elo_interval, interval
from kiebitz.arena.timing import ThinkingTimes


def summary(plan, results, store):
    """The document of `kiebitz arena --json`, from the units that count."""
    outcomes = results.counted()
    times, predictions, reasons = walked(plan, store, {outcome.unit for outcome in outcomes})
    kept, distinct = store.distinct_deals()
    rated = rating_of(plan, outcomes)
    return {
        "game": plan.game,
        "players": plan.players,
        "pairs": len(outcomes),
        "table": solver_rows(plan, outcomes, times, rated),
        "pairwise": pairwise(plan, outcomes),
        "ratings": scale(rated),
        "sprt": sequential(results),
        "luck_adjusted": luck_adjusted(plan, outcomes),
        "calibration": predictions.rows(),
        "errors": sum(sum(outcome.errors.values()) for outcome in outcomes),
        "reasons": reasons,
        "deals": {"units": kept, "distinct": distinct},
        "games": len(outcomes) * plan.games_a_unit,
        "seed": plan.seed,
    }


def walked(plan, store, units):
    """Thinking times, what was expected and came, and how often each solver lost without playing on, by reason."""
    times = ThinkingTimes(len(plan.solvers))
    predictions = Predictions(plan.solvers)
    reasons = Counter()
    for record in store.units():
        for game in record.games if record.unit in units else ():
            times.add(game)
            predictions.add(game)
            if game.forfeit is not None:
                reasons[plan.labels[game.seats[game.forfeit.seat]], game.forfeit.reason] += 1
    rows = [{"solver": name, "reason": reason, "games": count} for (name, reason), count in reasons.most_common()]
    return times, predictions, rows


def solver_rows(plan, outcomes, times, rated):
    """A row a solver, best rating first; alone, with nobody to be rated against, best margin first."""
    if not outcomes:
        return []
    rows = [row_of(plan, outcomes, rated, times, entry) for entry in range(len(plan.solvers))]
    return sorted(rows, key=lambda row: -((row["margin"] or 0) if rated is None else row["elo"]))


def rating_of(plan, outcomes):
    """Ratings of all solvers from their duels, relative to the mean of all; None if nobody met anybody."""
    names = plan.labels
    pairs = [Pair(names[a], names[b], share, o.unit) for o in outcomes for (a, b), share in o.duels.items()]
    return ratings(pairs) if pairs else None


def scale(rated):
    """The common scale behind the table: differences of all pairs, direct or not, and the covariance of the ratings.

    None if nobody met anybody.
    """
    if rated is None:
        return None
    return {
        "solvers": list(rated.names),
        "elo": rated.elo.tolist(),
        "covariance": rated.covariance.tolist(),
        "differences": [difference_row(rated, *pair) for pair in combinations(rated.names, 2)],
    }


def difference_row(rated, first, second):
    elo, *elo_ci = rated.difference(first, second)
    return {"a": first, "b": second, "elo": elo, "elo_ci": elo_ci}


def row_of(plan, outcomes, rated, times, entry):
    own = [outcome for outcome in outcomes if entry in outcome.shares]
    win, *win_ci = interval([outcome.shares[entry] for outcome in own], bounds=SHARES)
    margins = [outcome.margins[entry] for outcome in own if entry in outcome.margins]
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
        "errors": sum(outcome.errors.get(entry, 0) for outcome in own),
    }


def pairwise(plan, outcomes):
    """A row a pair: how often the first is ahead of the second, a tie counting half."""
    pairs = {}
    for outcome in outcomes:
        for pair in outcome.duels:
            pairs.setdefault(pair, []).append(outcome)
    return [pair_row(plan, pair, own) for pair, own in sorted(pairs.items())]


def pair_row(plan, pair, outcomes):
    a, b = pair
    values = [outcome.duels[pair] for outcome in outcomes]
    score, *score_ci = interval(values, bounds=SHARES)
    elo, *elo_ci = elo_interval(values)
    # Two players' margins are opposite, so that half of their difference is the margin of the first.
    halves = [(o.margins[a] - o.margins[b]) / 2 for o in outcomes if a in o.margins and b in o.margins]
    margin, *margin_ci = interval(halves) if halves else (None, None, None)
    return {
        "a": plan.labels[a],
        "b": plan.labels[b],
        "units": len(outcomes),
        "score": score,
        "score_ci": score_ci,
        "margin": margin,
        "margin_ci": margin_ci,
        "elo": elo,
        "elo_ci": elo_ci,
        "units_by_score": {str(value): count for value, count in sorted(Counter(values).items())},
    }


def luck_adjusted(plan, outcomes):
    """Raw and adjusted margins and wins of every solver over the units whose luck is known; {} without any."""
    measured = [outcome for outcome in outcomes if outcome.luck]
    if len(measured) < 2:
        return {}
    rows = [luck_row(plan, [o for o in measured if entry in o.luck], entry) for entry in range(len(plan.solvers))]
    return {"units": len(measured), "replays": plan.luck, "table": [row for row in rows if row]}


def luck_row(plan, outcomes, entry):
    if len(outcomes) < 2:
        return {}
    points, shares = zip(*(outcome.luck[entry] for outcome in outcomes), strict=True)
    return {
        "solver": plan.labels[entry],
        **less_luck("margin", [outcome.margins[entry] for outcome in outcomes], points),
        **less_luck("win", [outcome.shares[entry] for outcome in outcomes], shares, SHARES),
    }


def less_luck(name, results, luck, bounds=None):
    """A result with and without its luck, which is the difference of both means.

    Less its luck the win share of a unit may leave 0..1; as long as none does, as when every unit is won, the interval
    keeps to the bounds like the raw one.
    """
    less = adjusted(results, luck)
    inside = bounds is not None and bounds[0] <= less.values.min() and less.values.max() <= bounds[1]
    raw, now = interval(results, bounds=bounds), interval(less.values, bounds=bounds if inside else None)
    ratio = "ratio" if name == "margin" else f"{name}_ratio"
    return {
        f"raw_{name}": raw.mean,
        f"raw_{name}_ci": [raw.low, raw.high],
        name: now.mean,
        f"{name}_ci": [now.low, now.high],
        ratio: less.ratio,
        f"{ratio}_ci": list(ratio_interval(results, luck)),
    }


def sequential(results):
    """What the sequential test asks and where it stands; path: the ratio after each unit; None without one."""
    test = results.test
    if test is None:
        return None
    return {
        "low": test.low,
        "high": test.high,
        "alpha": test.alpha,
        "beta": test.beta,
        "llr": test.llr,
        "lower": test.lower,
        "upper": test.upper,
        "verdict": test.verdict or "undecided",
        "units": results.tested,
        "path": [point.llr for point in test.path],
    }
