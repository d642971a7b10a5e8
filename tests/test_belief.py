"""Worlds are weighted by the moves of others: from visible facts only, with the right weights, and with a gain."""

import math
import pickle
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import kiebitz
from kiebitz.belief import Belief, values_of_choice
from kiebitz.learned import values
from kiebitz.search import Rollouts
from kiebitz.solvers import Budget, make_solver
from kiebitz.solvers.belief import History, WeightedWorlds, systematic
from kiebitz.solvers.static import Static
from tools.tuning.fit_belief import gains, play

EXAMPLES = Path(__file__).parents[1] / "examples" / "kwatro"
GAMES = ["kwatro", "quanto"]
ROLLOUT = "rollout:worlds=40:candidates=6:plies=1:leaf=static:order=static"


def after_moves(name, moves, seed=3, players=2):
    """A position some greedy moves after the deal."""
    position = kiebitz.game(name, players=players).deal(seed)
    for _ in range(moves):
        position.play(position.greedy_move())
    return position


def seen(position, move):
    """The position after a move, and the move as the next player observed it."""
    after = position.copy()
    after.play(move)
    return after, (position.view(after.to_move), position.shown(move))


def a_moment(name, moves=9, seed=3):
    return seen(position := after_moves(name, moves, seed), position.greedy_move())


@pytest.mark.parametrize("name", GAMES)
def test_observed_moves_and_weights_do_not_depend_on_hidden_cards(name):
    position = after_moves(name, 9)
    move = position.greedy_move()
    after, observed = seen(position, move)
    weights = Belief(after.view(), [observed], 1.0, seed=5).weigh(0, 40)
    others = 0
    for seed in range(1500):
        truth = position.view(after.to_move).sample(seed)
        if move not in truth.legal_moves() or truth.facts()["hands"] == position.facts()["hands"]:
            continue
        others += 1
        other_view, other_move = truth.view(after.to_move), truth.shown(move)
        assert (other_view, other_move) == observed
        assert pickle.dumps((other_view, other_move)) == pickle.dumps(observed)
        assert np.array_equal(Belief(after.view(), [(other_view, other_move)], 1.0, seed=5).weigh(0, 40), weights)
        truth.play(move)
        if name == "kwatro":  # in Quanto the pile comes to light in the display
            assert truth.view() == after.view()
    assert others >= 5


def test_others_see_only_the_number_of_cards_of_a_trade():
    position = after_moves("kwatro", 6)
    trades = [move for move in position.legal_moves() if move.text.startswith("trade") and move.text.count(" ") == 2]
    assert len(trades) > 6
    shown = [position.shown(move) for move in trades]
    assert {move.text for move in shown} == {"trade ? ?"}
    assert len({pickle.dumps(move) for move in shown}) == 1
    weights = []
    for move in trades:
        after, observed = seen(position, move)
        weights.append(Belief(after.view(), [observed], 5.0, seed=1).weigh(0, 60))
    hidden = [facts_but_draws(position, move) for move in trades]
    same = [weight for weight, fact in zip(weights, hidden, strict=True) if fact == hidden[0]]
    assert len(same) == len(trades)
    assert all(np.array_equal(weight, same[0]) for weight in same)
    assert np.isfinite(same[0]).any()
    assert same[0].std() > 0


def facts_but_draws(position, move):
    after = position.copy()
    after.play(move)
    return after.view().to_line()


def test_others_do_not_see_a_write_in_qwinto_at_once():
    position = kiebitz.game("qwinto", players=2).deal(1)
    assert position.shown(position.greedy_move()) is not None
    while not position.greedy_move().text.startswith("write"):
        position.play(position.greedy_move())
    assert position.shown(position.greedy_move()) is None


def test_moves_that_hide_nothing_are_shown_as_they_are():
    for name in GAMES:
        position = after_moves(name, 5)
        for move in position.legal_moves():
            if not move.text.startswith("trade"):
                assert position.shown(move).text == move.text
                assert position.shown(move).points == move.points


def test_a_weight_is_the_chance_of_the_move_among_all_moves_of_the_hand():
    """Quanto with an empty pile: nothing was drawn, so the hand before is the hand now and the card played."""
    position = after_moves("quanto", 0)
    while position.facts()["pile"] or position.facts()["turned"] or len(position.legal_moves()) < 4:
        position.play(position.greedy_move())
    move = position.greedy_move()
    after, observed = seen(position, move)
    mover, temperature = position.to_move, 0.7
    for seed in range(20):
        world = after.view().sample(seed)
        hands = [list(hand) for hand in position.facts()["hands"]]
        hands[mover] = sorted([*world.facts()["hands"][mover], move.text.split()[0]])
        before = position.game.view(position.view().facts() | {"hands": hands_of(hands, mover)}, trusted=True)
        expected = values(before)[0] / temperature
        chance = expected[before.legal_moves().texts().index(move.text)] - np.logaddexp.reduce(expected)
        weight = Belief(after.view(), [observed], temperature).weigh_world(world)
        assert weight == pytest.approx(chance, abs=1e-6)


def hands_of(hands, player):
    """The hands as the player sees them."""
    return [hand if seat == player else [] for seat, hand in enumerate(hands)]


def test_the_values_of_a_choice_are_those_of_one_ply_with_the_chosen_move_first():
    position = after_moves("quanto", 10)
    every = values(position.view())[0]
    for number, move in enumerate(position.legal_moves()):
        found = values_of_choice(position, move)
        assert found[0] == pytest.approx(every[number])
        assert sorted(found) == pytest.approx(sorted(every))


@pytest.mark.parametrize("name", GAMES)
def test_each_present_card_was_drawn_after_the_move_with_the_same_chance(name):
    """The weights of one world by all draws are those of all hands from before that lead to it."""
    position = after_moves(name, 9)
    move = position.greedy_move()
    after, observed = seen(position, move)
    mover, world = position.to_move, after.view().sample(2)
    now = world.facts()["hands"][mover]
    played = [word.split("@")[0] for word in move.text.split()] if name == "kwatro" else [move.text.split()[0]]
    kept = [list(cards) for cards in combinations(now, len(now) - len(played))]
    expected = Counter()
    for cards in kept:
        facts = position.view().facts() | {"hands": hands_of([sorted(cards + played)] * 2, mover)}
        values = values_of_choice(position.game.view(facts, trusted=True), move)
        expected[round(values[0] - np.logaddexp.reduce(values), 3)] += 1
    belief = Belief(after.view(), [observed], 1.0)
    found = Counter(round(belief.weigh_world(world, draw), 3) for draw in range(600))
    assert len(kept) > 1
    assert set(found) == set(expected)
    for weight, ways in expected.items():
        mean = 600 * ways / len(kept)
        assert abs(found[weight] - mean) < 5 * mean**0.5


def test_a_wild_from_the_table_never_counts_as_drawn():
    """A player takes a wild, plays and draws; no reconstructed hand has the wild among the drawn cards."""
    facts = kiebitz.load(EXAMPLES / "evening.toml").sample(1).facts()
    position = kiebitz.game("kwatro", players=2).position(facts, trusted=True)
    swaps = [move for move in position.legal_moves() if move.text.startswith("swap")]
    while not swaps and not position.over:
        position.play(position.greedy_move())
        swaps = [move for move in position.legal_moves() if move.text.startswith("swap")]
    position.play(swaps[0])
    assert position.facts()["known_wilds"][position.to_move] == 1
    move = next(m for m in position.legal_moves() if m.points and "**" not in m.text)
    after, observed = seen(position, move)
    assert np.isfinite(Belief(after.view(), [observed], 3.0).weigh(0, 100)).all()


@pytest.mark.parametrize("name", GAMES)
def test_at_an_infinite_temperature_all_worlds_weigh_the_same(name):
    after, observed = a_moment(name)
    assert set(Belief(after.view(), [observed], math.inf).weigh(0, 50)) == {0.0}
    assert Belief(after.view(), [observed], 1.0).weigh(0, 50).std() > 0


@pytest.mark.parametrize("name", GAMES)
def test_older_hands_are_reconstructed_through_the_later_ones(name):
    position = after_moves(name, 6)
    history, watcher = History(3), position.to_move
    for _ in range(6):
        move = position.greedy_move()
        if position.to_move != watcher:
            history.add(position.view(watcher), position.shown(move))
        position.play(move)
    observed = history.latest()
    assert len(observed) == 3
    one, all_three = (Belief(position.view(watcher), some, 2.0).weigh(0, 40) for some in (observed[:1], observed))
    assert (all_three < one).all()
    assert (all_three - one).std() > 0


@pytest.mark.parametrize(("name", "least"), [("kwatro", 0.15), ("quanto", 0.25)])
def test_the_true_hand_weighs_more_than_others_on_average(name, least):
    """Over self-play of one ply, where 0.7 bits were measured in both games."""
    game, moments = kiebitz.game(name, players=2), []
    for seed in range(12):
        moments += play(game, Static, 100 + seed, 1)[1]
    few = moments[:: len(moments) // 100]
    assert gains(few, 2.6 if name == "kwatro" else 0.55, 64, 7)[:, 0].mean() > least


def test_systematic_draws_take_each_world_in_proportion_to_its_weight():
    weights = np.array([0.5, 0.26, 0.0, 0.24])
    for where in np.linspace(0, 0.999, 50):
        counts = np.bincount(systematic(weights, 8, where), minlength=4)
        assert counts.sum() == 8
        assert (np.abs(counts - 8 * weights) < 1).all()
        assert counts[2] == 0


def test_the_chosen_worlds_do_not_depend_on_how_many_are_asked_for_at_once():
    after, observed = a_moment("quanto")
    whole = WeightedWorlds(after.view(), [observed], 0.5, seed=4).numbers(0, 80)
    pieces = WeightedWorlds(after.view(), [observed], 0.5, seed=4)
    assert np.array_equal(np.concatenate([pieces.numbers(first, 20) for first in range(0, 80, 20)]), whole)
    assert pieces.weighted == 96 * 8
    assert 1 <= pieces.effective <= pieces.weighted


def test_rollouts_in_numbered_worlds_are_the_rollouts_of_those_numbers():
    view = after_moves("quanto", 4).view()
    rollouts = Rollouts(view, plies=1, seed=9)
    which = np.arange(3, dtype=np.int32)
    plain, named = np.empty((2, 3, 10), np.float32)
    rollouts.run(which, 0, plain, np.empty_like(plain))
    rollouts.run(which, 0, named, np.empty_like(named), np.arange(10)[::-1].copy())
    assert np.array_equal(plain, named[:, ::-1])
    with pytest.raises(ValueError, match="10 numbers"):
        rollouts.run(which, 0, named, np.empty_like(named), np.arange(9))


@pytest.mark.parametrize("name", GAMES)
def test_a_rollout_with_belief_gives_the_same_answer_for_the_same_seed_and_its_sample_size(name):
    after, observed = a_moment(name)
    advices = []
    for threads in (1, 1, 3):
        solver = make_solver(f"{ROLLOUT}:belief=on")
        solver.observe(*observed)
        advices.append(solver.advise(after.view(), Budget(worlds=40, seed=2, threads=threads)))
    documents = [advice.to_json() | {"seconds": 0} for advice in advices]
    assert documents[0] == documents[1] == documents[2]
    belief = documents[0]["belief"]
    assert belief["weighed"] == 512
    assert 1 <= belief["effective"] < 512


def test_belief_without_observed_moves_changes_only_the_sample_size():
    view = after_moves("kwatro", 6).view()
    on = make_solver(f"{ROLLOUT}:belief=on").advise(view, Budget(worlds=40, seed=2)).to_json()
    off = make_solver(ROLLOUT).advise(view, Budget(worlds=40, seed=2)).to_json()
    assert on.pop("belief") == {"weighed": 0, "effective": 0.0}
    assert on | {"seconds": 0} == off | {"seconds": 0}


def test_a_belief_refuses_impossible_arguments():
    after, observed = a_moment("kwatro")
    with pytest.raises(ValueError, match="temperature"):
        Belief(after.view(), [observed], 0.0)
    with pytest.raises(ValueError, match="same player's view"):
        Belief(after.view(1 - after.to_move), [observed], 1.0)
    with pytest.raises(ValueError, match="cannot be reconstructed"):
        Belief(kiebitz.game("qwinto", players=2).deal(1).view(), [], 1.0)
