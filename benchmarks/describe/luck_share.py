"""The share of luck: of the variance of the final margin, what comes from the deal and the draws between equal players.

Equal players who leave some of their decisions to chance play each deal; both estimates are lower bounds.

replayed   Every deal is played several times over the same pile in the same order. With M[d, r] the margin of the first
           seat in replay r of deal d, the share is the variance of the true mean of a deal over (that + the variance
           within a deal), by the one-way analysis of variance (Fisher's intraclass correlation). After the first other
           decision the same pile gives the cards to other hands, and that luck counts with the decisions.
traced     The luck of the cards dealt and of every draw is valued by greedy look-ahead against what could have come,
           as in `statistics/luck.py`, and taken off the margin; the share is how much less the rest varies, by weights
           learnt on other deals. What look-ahead does not foresee counts with the decisions. Greedy players leave
           nothing to chance, so their share is 1 in truth: what is traced of it says how much this way can find.
"""

import numpy as np

from kiebitz.arena.deals import hashed
from kiebitz.arena.statistics.control_variates import adjusted
from kiebitz.arena.statistics.luck import LookAhead, Replay, luck, open_hands
from kiebitz.benchmarks.describe.plays import deals, decisions, finished, stream_of
from kiebitz.luck import replay

REPLAYS = 8
SAMPLES = 8  # of each draw; the average over many games needs no more
WORLDS = 16  # behind the value of a deal
RESAMPLES = 2000


def replayed(game, choose, seed, count):
    """The share by replays, with its 95 % interval; None where margins do not vary."""
    margins = np.array(
        [
            [finished(start.copy(), choose, stream_of(seed, "luck", number, r)).margin(0) for r in range(REPLAYS)]
            for number, start in deals(game, seed, count)
        ],
        dtype=float,
    )
    return with_bootstrap(between_deals, seed, margins)


def between_deals(margins):
    """margins: shape (deals, replays). The noise of the means is taken off their variance."""
    within = margins.var(axis=1, ddof=1).mean()
    between = max(margins.mean(axis=1).var(ddof=1) - within / margins.shape[1], 0.0)
    return between / (between + within) if between + within > 0 else None


def traced(game, choose, seed, count):
    """The share by look-ahead, with its 95 % interval; None where margins do not vary."""
    margins, controls = [], []
    for number, start in deals(game, seed, count):
        first, moves = start.copy(), [move for _, move in decisions(start, choose, stream_of(seed, "traced", number))]
        own = hashed(b"traced", seed, number)
        draws = luck(first, moves, Replay(LookAhead((game.players, 0), learned=False), SAMPLES, seed=own))
        margins.append(start.margin(0))
        controls.append([value_of_deal(first, own), *np.ravel(draws[0])])
    rest = adjusted(margins, np.array(controls)).values
    return with_bootstrap(explained, seed, np.array(margins, dtype=float), rest)


def value_of_deal(start, seed):
    """The margin of the first seat under greedy play with these hands, over other orders of the pile."""
    known, value = open_hands(start), LookAhead((0,), learned=False)
    return np.mean([value(replay(known, None, (seed + world) % 2**64))[0] for world in range(WORLDS)])


def explained(margins, rest):
    return max(1 - rest.var() / margins.var(), 0.0) if margins.var() > 0 else None


def with_bootstrap(share, seed, *columns):
    """The share of the columns' rows, and its interval over deals, whose rows stay together."""
    drawn = np.random.default_rng(seed).integers(len(columns[0]), size=(RESAMPLES, len(columns[0])))
    shares = [share(*(column[rows] for column in columns)) for rows in drawn]
    known = [value for value in shares if value is not None]
    ends = [float(bound) for bound in np.quantile(known, [0.025, 0.975])] if known else [None, None]
    whole = share(*columns)
    return {"mean": None if whole is None else float(whole), "ci": ends}
