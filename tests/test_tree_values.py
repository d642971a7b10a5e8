"""The sums of a search tree by the formulas of docs/search.md: utilities, means, availability, order of candidates."""

import math

import numpy as np
import pytest
from test_tree import DEFAULTS

import kiebitz
from kiebitz.tree import TreeSearch


def middle(name, players=2, seed=3, decisions=8):
    position = kiebitz.game(name, players).deal(seed)
    for _ in range(decisions):
        position.play(position.greedy_move())
    return position


@pytest.mark.parametrize("name", kiebitz.GAMES)
@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
def test_utility_is_the_share_of_wins_and_the_margin_in_units_of_its_deviation(name, share):
    view = middle(name).view()
    search = TreeSearch(view, **DEFAULTS | {"win_weight": share})
    search.run(300)
    visits, _, (margin, win, utility), _ = search.tallies()
    _, low, high, _ = view.outlook()
    unit = (high - low) / (2 * 1.96) * math.sqrt(2 * math.pi)
    assert utility == pytest.approx(share * win + (1 - share) * (visits / 2 + margin / unit), rel=1e-6)


@pytest.mark.parametrize("name", kiebitz.GAMES)
def test_the_mean_of_a_node_is_that_of_its_visits(name):
    view = middle(name).view()
    search = TreeSearch(view, **DEFAULTS)
    search.run(300)
    visits, _, sums, _ = search.tallies()
    moves = view.legal_moves()
    for row in np.flatnonzero(visits):
        seen, _, mean = search.look([moves[search.moves[row]]])
        assert seen == visits[row]
        assert mean == pytest.approx(sums[2, row] / visits[row], abs=1e-5)


def test_a_reply_is_explored_by_how_often_it_was_available():
    """With all weight on exploration, visits of replies follow ln(1 + available), at most: UCB with availability."""
    view = middle("quanto").view()
    search = TreeSearch(view, **DEFAULTS | {"c": 100.0, "widening": 1e6, "width": 1})
    search.run(8000)
    first = view.legal_moves()[search.moves[0]]
    replies = {}
    for seed in range(100):
        world = view.sample(seed)
        world.play(first)
        for move in world.legal_moves():
            if found := search.look([first, move]):
                replies[move.text] = found[:2]
    visits, available = np.array(list(replies.values())).T
    levels = (visits + 1) / np.log1p(available)
    always = levels[available > 0.5 * available.max()]
    seldom = levels[(available > 50) & (available < 0.2 * available.max())]
    assert len(always) >= 3
    assert len(seldom) >= 10
    assert seldom.max() < 1.1 * always.max()


def test_a_play_with_a_wild_is_a_candidate_behind_those_that_score_as_much_without():
    compared = 0
    for seed in range(60):
        position = kiebitz.game("kwatro").deal(seed)
        for _ in range(4):
            position.play(position.greedy_move())
        moves = position.legal_moves()
        order = [moves[i] for i in TreeSearch(position.view(), **DEFAULTS).moves]
        plays = [move for move in order if "@" in move.text and not move.text.startswith("swap")]
        best = -1  # points of plays without a wild that came later
        for play in reversed(plays):
            if "**" in play.text:
                compared += best >= 0
                assert play.points > best
            else:
                best = max(best, play.points)
    assert compared > 20


def test_the_next_player_to_move_is_expected_to_gain():
    """After the mover's turn the other one of two players is to move, which is worth points in Kwatro."""
    gained, expected = [], []
    for seed in range(60):
        position = kiebitz.game("kwatro").deal(seed)
        seen = []
        while not position.over:
            seen.append((position.to_move, position.margin(position.to_move), position.outlook()[0]))
            position.play(position.greedy_move())
        gained += [position.margin(seat) - now for seat, now, _ in seen]
        expected += [foreseen - now for _, now, foreseen in seen]
    assert max(expected) < 0  # the other one moves next
    assert np.mean(gained) > 0  # the seat itself moved next
