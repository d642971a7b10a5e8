"""The share of luck: the part of the final margin's variance that deal and draws cause between equal players.

Equal players who make some random decisions play each deal. Both estimates are lower bounds.

replayed   Every deal is played several times with the same pile in the same order. M[d, r] is the margin of the first
           seat in replay r of deal d. The share is B / (B + W): B is the variance of the true mean of a deal, W is the
           variance within a deal. Both come from the one-way analysis of variance (Fisher's intraclass correlation).
           After the first different decision, the same pile gives its cards to other hands. This luck counts as
           decisions.
traced     A greedy look-ahead values the cards dealt and every draw, compared with the cards that could have come (see
           `arena/statistics/luck.py`). This luck is subtracted from the margin, with weights learnt on other deals. The
           share is the part of the variance that disappears. Luck that the look-ahead does not foresee counts as
           decisions. Games of greedy players are luck alone, so their true share is 1. Their traced share says how much
           this estimate can find.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kiebitz import Game, Position
from kiebitz.arena.deals import hashed
from kiebitz.arena.statistics.control_variates import adjusted
from kiebitz.arena.statistics.luck import LookAhead, Replay, luck, open_hands
from kiebitz.benchmarks.describe.plays import Choose, deals, decisions, finished, stream_of
from kiebitz.luck import replay

REPLAYS = 8
SAMPLES = 8  # samples of each draw; the average over many games needs no more
WORLDS = 16  # sampled worlds behind the value of a deal
RESAMPLES = 2000

Floats = NDArray[np.float64]
Share = dict[str, Any]  # mean and ci


def replayed(game: Game, choose: Choose, seed: int, count: int) -> Share:
    """The share by replays, with its 95 % interval; None if the margins do not vary."""
    margins = np.array(
        [
            [finished(start.copy(), choose, stream_of(seed, "luck", number, r)).margin(0) for r in range(REPLAYS)]
            for number, start in deals(game, seed, count)
        ],
        dtype=float,
    )
    return with_bootstrap(between_deals, seed, margins)


def between_deals(margins: Floats) -> float | None:
    """The share B / (B + W); None if the margins do not vary. B is corrected for the noise of the means.

    margins: margins of the first seat in points, shape (deals, replays).
    """
    within = margins.var(axis=1, ddof=1).mean()
    between = max(margins.mean(axis=1).var(ddof=1) - within / margins.shape[1], 0.0)
    return float(between / (between + within)) if between + within > 0 else None


def traced(game: Game, choose: Choose, seed: int, count: int) -> Share:
    """The share by look-ahead, with its 95 % interval; None if the margins do not vary."""
    margins, controls = [], []
    for number, start in deals(game, seed, count):
        first, moves = start.copy(), [move for _, move in decisions(start, choose, stream_of(seed, "traced", number))]
        own = hashed(b"traced", seed, number)
        draws = luck(first, moves, Replay(LookAhead((game.players, 0), learned=False), SAMPLES, seed=own))
        margins.append(start.margin(0))
        controls.append([value_of_deal(first, own), *np.ravel(draws[0])])
    rest = adjusted(margins, np.array(controls)).values
    return with_bootstrap(explained, seed, np.array(margins, dtype=float), rest)


def value_of_deal(start: Position, seed: int) -> float:
    """The mean margin of the first seat in greedy play with these hands, over sampled orders of the pile."""
    known, value = open_hands(start), LookAhead((0,), learned=False)
    return float(np.mean([value(replay(known, None, (seed + world) % 2**64))[0] for world in range(WORLDS)]))


def explained(margins: Floats, rest: Floats) -> float | None:
    """The part of the margins' variance that the rest does not have; None if the margins do not vary.

    rest: the margins without the luck that was found.
    """
    return float(max(1 - rest.var() / margins.var(), 0.0)) if margins.var() > 0 else None


def with_bootstrap(share: Callable[..., float | None], seed: int, *columns: Floats) -> Share:
    """A share with its 95 % interval by bootstrap over deals.

    share: function that computes the share from the columns.
    columns: arrays with one row for each deal.
    """
    drawn = np.random.default_rng(seed).integers(len(columns[0]), size=(RESAMPLES, len(columns[0])))
    shares = [share(*(column[rows] for column in columns)) for rows in drawn]
    known = [value for value in shares if value is not None]
    ends = [float(bound) for bound in np.quantile(known, [0.025, 0.975])] if known else [None, None]
    whole = share(*columns)
    return {"mean": None if whole is None else float(whole), "ci": ends}
