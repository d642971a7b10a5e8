"""Positions with a few unseen cards: worlds are weighted by their probabilities."""

from itertools import islice

import pytest
from brute_force import endings

import kiebitz
from kiebitz.endgame import Endgame
from kiebitz.solvers.enumerate_worlds import worlds


def unevenly_likely():
    """(view, [(world, weight), ...]) where some worlds are more likely than others, with an undecided result."""
    for position in endings("quanto", 2, {"base_size": 3}, 1, 8, 1):
        view = position.view()
        listed = list(worlds(view)) if position.facts()["pile"] else []
        if len({weight for _, weight in listed}) > 1:
            yield view, listed


def test_margins_and_wins_are_averages_by_the_weights_of_the_worlds():
    told = set()
    for view, listed in islice(unevenly_likely(), 12):
        advice, total = kiebitz.hint(view, "endgame:unseen=4", nodes=10**6), sum(weight for _, weight in listed)
        assert advice.exact
        solver, right = Endgame(view.game, "win"), {}
        for world, weight in listed:
            for outcome in solver.solve(world, top=len(advice.moves)).outcomes:
                margin, win = right.get(outcome.move.text, (0, 0))
                right[outcome.move.text] = margin + weight * outcome.margin / total, win + weight * outcome.win / total
        for found in advice.moves:
            assert (found.margin, found.win) == pytest.approx(right[found.move.text])
            told.add(found.win)
    assert any(0 < win < 1 for win in told)
