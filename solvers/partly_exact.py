"""An answer that is partly exact: the estimates of a search, corrected by the worlds and moves that were solved."""

from dataclasses import replace

import numpy as np

from kiebitz.core import Move, View
from kiebitz.solvers.advice import Advice, Ranked
from kiebitz.solvers.utility import utility_at
from kiebitz.solvers.world_bounds import CLOSE, FAR, MARGIN, WIN, WorldBounds


def partly_exact(found: Advice, view: View, rows: dict[Move, int], bounds: WorldBounds, wins_settled: bool) -> Advice:
    """The answer of a search, corrected by what is known exactly. Its estimates must lie within the known bounds.

    found: the answer of a search of the view.
    rows: the row of each legal move in the bounds.
    bounds: what is known of the moves.
    wins_settled: whether no move can win more than the best of those whose shares of the win are known.
    """
    utility = utility_at(view, found.aim)
    most = max(bounds.best[WIN]) - CLOSE if wins_settled else FAR
    moves = [corrected(ranked, rows[ranked.move], bounds) for ranked in found.moves]

    def key(ranked: Ranked) -> tuple[float, ...]:
        row, value = rows[ranked.move], utility.of(ranked.margin, ranked.win)
        wins_most = not len(bounds.open_wins(row)) and bounds.best[WIN, row] >= most
        return (not wins_most, -float(utility.certainty(ranked.win)), not ranked.searched, -value, -ranked.margin)

    best, *others = sorted(moves, key=key)
    others = [replace(other, tied=best.tied and other.tied and overlap(best, other)) for other in others]
    best = replace(best, tied=any(other.tied for other in others))
    return replace(found, moves=(best, *sorted(others, key=lambda other: not other.tied)))


def corrected(ranked: Ranked, row: int, bounds: WorldBounds) -> Ranked:
    """A move with its bounds in all worlds."""
    exact = bounds.solved(row)

    def mean(kind: int, estimate: float) -> float:
        return within(bounds, kind, row, estimate)

    return replace(
        ranked,
        margin=mean(MARGIN, ranked.margin),
        margin_ci=(mean(MARGIN, ranked.margin_ci[0]), mean(MARGIN, ranked.margin_ci[1])),
        win=mean(WIN, ranked.win),
        win_ci=(mean(WIN, ranked.win_ci[0]), mean(WIN, ranked.win_ci[1])),
        why=(*ranked.why, reason(row, bounds)) if ranked.why else (),
        exact=exact or ranked.exact,
        searched=exact or ranked.searched or not len(bounds.open_wins(row)),
    )


def reason(row: int, bounds: WorldBounds) -> str:
    """A sentence that says what is exact about a move."""
    worlds, known = len(bounds.weights), bounds.worlds_known(row)
    wins = worlds - len(bounds.open_wins(row))
    everybody = "in which everybody then knows all cards"
    if known == worlds:
        return f"average of {worlds} worlds, {everybody}"
    if wins == worlds:
        return f"its share of the win is exact in all {worlds} worlds, {everybody}; its margin is exact in {known}"
    return f"exact in {known} of {worlds} worlds, its share of the win in {wins}, {everybody}; else estimated"


def within(bounds: WorldBounds, kind: int, row: int, estimate: float) -> float:
    """The mean over all worlds of an estimate that is moved into the known bounds of each world."""
    likely = np.clip(estimate, bounds.low[kind, row], bounds.high[kind, row])
    return float(likely @ bounds.weights / bounds.weights.sum())


def overlap(first: Ranked, second: Ranked) -> bool:
    """Whether the intervals of the margins overlap."""
    return first.margin_ci[0] <= second.margin_ci[1] and second.margin_ci[0] <= first.margin_ci[1]
