"""Bounds of moves in several worlds: which margins can still make a move the best one."""

import numpy as np
import pytest

from kiebitz.solvers.world_bounds import MARGIN, WIN, WorldBounds, Worth


def random_bounds(seed, win_first):
    """Bounds of three moves in three worlds, with upper bounds in all cells and values in some."""
    choice = np.random.default_rng(seed)
    bounds = WorldBounds(3, choice.integers(1, 4, 3).tolist(), win_first)
    for row in range(3):
        for world in range(3):
            high = int(choice.integers(-4, 5))
            bounds.narrow(row, world, high if choice.random() < 0.4 else -50, high)
    return bounds, choice


@pytest.mark.parametrize("win_first", [True, False])
def test_a_margin_is_hopeless_exactly_if_the_move_cannot_be_better_than_its_rival_with_it(win_first):
    seen = set()
    for seed in range(300):
        bounds, choice = random_bounds(seed, win_first)
        rival, world = Worth(*(float(bounds.best[kind, 0]) for kind in bounds.kinds)), int(choice.integers(3))
        limit = bounds.hopeless(1, world, rival)
        for margin in range(-30, int(bounds.high[MARGIN, 1, world]) + 1):
            tried = random_bounds(seed, win_first)[0]
            tried.narrow(1, world, -50, margin)
            assert tried.at_best(1).exceeds(rival) == (margin > limit)
            seen.add(margin > limit)
    assert seen == {True, False}


def test_shares_of_the_win_follow_from_bounds_of_margins():
    bounds = WorldBounds(1, [1, 2, 1], True)
    for world, (low, high) in enumerate([(-3, -1), (0, 0), (-1, 5)]):
        bounds.narrow(0, world, low, high)
    assert bounds.low[WIN, 0].tolist() == [0.0, 0.5, 0.0]
    assert bounds.high[WIN, 0].tolist() == [0.0, 0.5, 1.0]
    assert bounds.best[:, 0].tolist() == [4.0, 2.0]
    assert bounds.open_wins(0).tolist() == [2]
    assert bounds.worlds_known(0) == 1
    assert not bounds.solved(0)


def test_moves_that_win_most_for_certain_need_no_margin():
    bounds = WorldBounds(3, [1, 1], True)
    for row, signs in enumerate([(1, 1), (1, -1), (-1, -1)]):
        for world, sign in enumerate(signs):
            bounds.narrow(row, world, 1 if sign > 0 else -50, 50 if sign > 0 else -1)
    assert bounds.winners() == [0]
