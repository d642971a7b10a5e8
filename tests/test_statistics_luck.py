"""Removing luck never shifts a result, for any value function, and reduces the variance with a good one."""

import random
from dataclasses import dataclass

import numpy as np
import pytest
from scipy.stats import chi2

import kiebitz
from kiebitz.arena.statistics.control_variates import adjusted, ratio_interval
from kiebitz.arena.statistics.luck import LookAhead, Replay, correction, foresight, luck, luck_terms, open_hands
from kiebitz.arena.statistics.units import interval
from kiebitz.luck import look_ahead, replay
from kiebitz.solvers import SOLVERS
from tools.probe.luck_ratio import pairing

LIMIT = 3.9  # standard errors: one false alarm in 10,000


def shift(values):
    """How many standard errors a mean is from 0."""
    values = np.asarray(values, float)
    error = values.std(ddof=1) / len(values) ** 0.5
    return abs(values.mean()) / error if error else 0.0


# A game small enough to be enumerated: three dice, after each the player may stop for what the dice show so far.


def dice_game(stream, value, faces=range(1, 7)):
    """Result of the only player, and events. The expectation of a throw is the mean over the faces that it knows."""
    total, events = 0, []
    for throw in range(3):
        expected = np.mean([value(total + face, throw) for face in faces])
        total += stream.randint(1, 6)
        events.append(([value(total, throw)], [expected]))
        if total >= 9:
            break
    return total if total < 14 else 0, events


FUNCTIONS = {
    "sum": lambda total, throw: total,
    "silly": lambda total, throw: (total * 7919 + throw) % 11 - 3 * total**2,
    "constant": lambda total, throw: 5,
    "wrong sign": lambda total, throw: -10 * total,
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_correction_has_mean_0_for_any_value_function_of_a_small_game(name):
    stream = random.Random(name)
    luck = [correction(dice_game(stream, FUNCTIONS[name])[1], 1)[0] for _ in range(20_000)]
    assert shift(luck) < LIMIT


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name != "constant"])
def test_an_expectation_that_leaves_out_possible_events_shifts_the_mean(name):
    stream = random.Random(name)
    games = [dice_game(stream, FUNCTIONS[name], range(1, 6)) for _ in range(20_000)]
    assert shift([correction(events, 1)[0] for _, events in games]) > LIMIT


def test_the_exact_value_function_leaves_nothing_to_vary():
    def truth(total, throw):
        if total >= 9 or throw == 2:
            return total if total < 14 else 0
        return np.mean([truth(total + face, throw + 1) for face in range(1, 7)])

    stream = random.Random(2)
    left = [result - correction(events, 1)[0] for result, events in (dice_game(stream, truth) for _ in range(200))]
    assert left == pytest.approx([np.mean([truth(face, 0) for face in range(1, 7)])] * 200)


# Kwatro.


def played(game, seed, solvers, stream):
    """(start, moves, end) of a game between solvers by seat."""
    start = game.deal(seed)
    position, moves = start.copy(), []
    while not position.over:
        move = solvers[position.to_move].choose(position.view(), stream.getrandbits(64))
        moves.append(move)
        position.play(move)
    return start, moves, position


@dataclass(frozen=True)
class Careless:
    """Greedy, but a share of the moves is any legal one."""

    share: float = 0.3

    def choose(self, view, seed):
        stream = random.Random(seed)
        name = "random" if stream.random() < self.share else "greedy"
        return SOLVERS[name]().choose(view, stream.getrandbits(64))


def silly(position):
    """A useless value that depends on everything: on the text of the pile's top card, and on the order of hands."""
    facts = position.facts()
    return [3.0 * sum(map(ord, "".join(hand + facts["pile"][:2]))) % 101 for hand in facts["hands"]]


def luck_of_games(how, games, rules=None, solvers=None, name="kwatro"):
    """Margin of seat 0 in greedy games, or between other solvers, and its luck, shape (games, 1 + values)."""
    game, stream = kiebitz.game(name, 2, rules), random.Random(7)
    solvers = solvers or [SOLVERS["greedy"]()] * 2
    collected = []
    for seed in range(games):
        start, moves, end = played(game, 1000 + seed, solvers, stream)
        taken = luck(start, moves, Replay(how.value, how.samples, how.refills, seed, how.solvers))
        collected.append((end.margin(0), *np.ravel(taken[0])))
    return np.array(collected)


VALUES = [silly, LookAhead((2, 3)), LookAhead((2, 8), ("static", "greedy"), learned=False, wins=True)]


@pytest.mark.parametrize("rules", [{}, {"traded_cards": "shuffle_in"}], ids=str)
@pytest.mark.parametrize("value", VALUES, ids=["silly", "look ahead", "unlike players"])
def test_the_correction_has_mean_0_in_kwatro_for_any_value_function(rules, value):
    games = luck_of_games(Replay(value, samples=2), 80, rules)
    for taken in games[:, 1:].T:
        assert taken.std() > 0
        assert shift(taken) < LIMIT


@pytest.mark.parametrize("refills", [1, 2])
def test_the_correction_has_mean_0_when_choices_are_replayed_too(refills):
    careless = Careless()
    how = Replay(LookAhead((2, 4)), 2, refills, solvers={1: careless})
    games = luck_of_games(how, 50, solvers=[SOLVERS["greedy"](), careless])
    for taken in games[:, 1:].T:
        assert shift(taken) < LIMIT


def units_of(solvers, games, samples):
    """Margin, win share and their luck of the first solver, means over both seatings, shape (units, 4)."""
    game, rows = kiebitz.game("kwatro", 2), []
    for seed in range(games):
        for seat in (0, 1):
            seated = solvers[::-1] if seat else solvers
            start, moves, end = played(game, seed, [SOLVERS[name]() for name in seated], random.Random(seed))
            taken = luck(start, moves, Replay(foresight(seated), samples, seed=2 * seed + seat))
            rows.append((end.margin(seat), end.win_share(seat), *taken[seat]))
    return np.array(rows).reshape(games, 2, -1).mean(1)


def test_a_look_ahead_that_knows_both_solvers_saves_most_units_of_paired_deals():
    margin, win, points, shares = units_of(("static", "greedy"), 30, 4).T
    assert adjusted(margin, points).ratio > 5
    assert adjusted(win, shares).ratio > 3
    assert shift(points) < LIMIT
    assert shift(shares) < LIMIT


def test_solvers_that_are_no_policy_of_the_engine_are_replaced_and_get_a_short_look_ahead():
    known, stood_in = foresight(("greedy", "heuristic")), foresight(("mcts:plies=4", "random"))
    assert (known.policies, stood_in.policies) == (("greedy", "heuristic"), ("static", "static"))
    assert known.plies > stood_in.plies


def test_look_ahead_is_the_value_of_the_position_so_many_changes_of_player_later():
    position = kiebitz.game("kwatro", 2).deal(4)
    found = look_ahead(position, (3, 0, 1), learned=False)
    seen = {0: None}
    later, changes = position.copy(), 0
    while not later.over:
        mover = later.to_move
        later.play(later.greedy_move())
        changes += later.to_move != mover
        seen[changes] = [later.margin(0), later.margin(1)]
    assert found.tolist() == np.transpose([seen[3], seen[changes], seen[1]]).tolist()
    both = look_ahead(position, (3, 0), ("greedy", "greedy"), learned=False, wins=True)
    assert (both[:, 0] == found[:, :2]).all()
    assert both[:, 1, 1].tolist() == [later.win_share(0), later.win_share(1)]
    for policies in (["greedy"], ["greedy", "random"], ["greedy", "unknown"]):
        with pytest.raises(ValueError, match="polic"):
            look_ahead(position, (1,), policies)


def test_look_ahead_explains_most_of_greedy_games():
    games = luck_of_games(Replay(LookAhead((2, 4), learned=False), samples=8), 90)
    assert adjusted(games[:, 0], games[:, 1:]).ratio > 3
    assert adjusted(games[:, 0], games[:, 1], weights=1).ratio > 1.5


CASES = [("kwatro", 2, {}), ("kwatro", 3, {"traded_cards": "shuffle_in"}), ("quanto", 3, {}), ("qwinto", 3, {})]


@pytest.mark.parametrize(("name", "players", "rules"), CASES)
def test_replays_of_a_turn_keep_everything_but_the_order_of_the_pile(name, players, rules):
    stream = random.Random(3)
    for seed in range(2):
        position = kiebitz.game(name, players, rules).deal(seed)
        while not position.over:
            facts, known = position.facts(), open_hands(position)
            world = replay(known, None, stream.getrandbits(64)).facts()
            assert sorted(world.pop("pile")) == sorted(facts.pop("pile"))
            assert world == facts
            position.play(Careless().choose(position.view(), stream.getrandbits(64)))


@pytest.mark.parametrize("name", ["quanto", "qwinto"])
def test_the_correction_has_mean_0_in_the_other_games(name):
    games = luck_of_games(Replay(LookAhead((2, 0)), samples=2), 60, name=name)
    for taken in games[:, 1:].T:
        assert taken.std() > 0
        assert shift(taken) < LIMIT


def test_replayed_draws_are_uniform_and_traded_cards_stay_below():
    position = kiebitz.game("kwatro", 2).deal(11)
    position.play(next(move for move in position.legal_moves() if move.text.startswith("trade") and " " in move.text))
    pile, traders = position.facts()["pile"], position.facts()["traded_by"]
    known = open_hands(position)
    drawn = [replay(known, None, seed).facts()["pile"] for seed in range(3000)]
    below = [i for i, trader in enumerate(traders) if trader is not None]
    assert below
    assert all(world[i] == pile[i] for world in drawn for i in below)
    cards = sorted(set(pile) - {pile[i] for i in below} - {"**"})
    counts = np.array([sum(world[0] == card for world in drawn) for card in cards])
    expected = len(drawn) / (len(pile) - len(below))
    assert ((counts - expected) ** 2 / expected).sum() < chi2.ppf(0.9999, len(cards))


def test_a_game_without_luck_has_no_terms_and_texts_do_as_moves():
    start, moves, end = played(kiebitz.game("kwatro", 2), 5, [SOLVERS["greedy"]()] * 2, random.Random(1))
    how = Replay(samples=2, seed=3)
    by_move, by_text = luck_terms(start, moves, how), luck_terms(start, [move.text for move in moves], how)
    assert [term.turn for term in by_move] == [term.turn for term in by_text]
    assert all((one.after == two.after).all() for one, two in zip(by_move, by_text, strict=True))
    assert all((one.expected == two.expected).all() for one, two in zip(by_move, by_text, strict=True))
    assert max(term.turn for term in by_move) < len(moves) - 1
    late = start.copy()
    for move in moves[:-1]:
        late.play(move)
    assert luck_terms(late, moves[-1:], how) == []
    for plies in ((2,), (1, 2, 3)):
        several = Replay(LookAhead(plies), samples=2)
        assert luck(start, moves[:4], several).shape == luck(late, moves[-1:], several).shape == (2, len(plies))
        assert (luck(late, moves[-1:], several) == 0).all()
    assert not end.legal_moves()


# Weights.


def simulated(stream, *shape, noise=10):
    """Results of mean 4 that follow two controls with weights 1 and -0.5, and noise; shape: (matches, units)."""
    taken = stream.normal(0, 20, (*shape, 2))
    return 4 + taken @ np.array([1, -0.5]) + stream.normal(0, noise, shape), taken


@pytest.mark.parametrize("units", [20, 40, 100])
def test_learnt_weights_neither_shift_the_mean_nor_spoil_the_interval_in_10000_matches(units):
    results, taken = simulated(np.random.default_rng(units), 10_000, units)
    mean, low, high = interval(adjusted(results, taken).values)
    assert shift(mean - 4) < LIMIT
    assert ((low <= 4) & (high >= 4)).mean() == pytest.approx(0.95, abs=0.01)


def test_weights_for_a_unit_are_learnt_on_the_others():
    stream = np.random.default_rng(13)
    results, taken = simulated(stream, 37)
    found = adjusted(results, taken)
    fold = np.arange(37) % 10
    for unit in range(37):
        others = fold != fold[unit]
        centred = taken[others] - taken[others].mean(0)
        products = centred.T @ centred
        products += np.diag(np.diag(products)) * 3 / others.sum()
        weights = np.linalg.solve(products, centred.T @ results[others])
        assert found.values[unit] == pytest.approx(results[unit] - taken[unit] @ weights)


def test_many_units_find_the_weights_and_useless_controls_cost_little():
    stream = np.random.default_rng(9)
    results, taken = simulated(stream, 3000)
    found = adjusted(results, taken)
    assert found.weights == pytest.approx([1, -0.5], abs=0.05)
    assert found.ratio == pytest.approx((500 + 100) / 100, rel=0.1)
    assert adjusted(results, stream.normal(0, 1, (3000, 3))).ratio > 0.98
    assert adjusted(results[:60], stream.normal(0, 500, (60, 2))).ratio > 0.85


def wins(stream, *shape):
    """Shares of two games a unit that follow one control; shape: (matches, units)."""
    taken = stream.normal(0, 20, (*shape, 1))
    return (taken * 0.075 + stream.normal(0, 1, (*shape, 2)) > 0).mean(-1), taken


@pytest.mark.parametrize("units", [20, 60, 200])
@pytest.mark.parametrize("kind", [simulated, wins])
def test_the_interval_of_the_ratio_covers_what_learnt_weights_save_on_average(kind, units):
    results, taken = kind(np.random.default_rng(units), 2000, units)
    found = adjusted(results, taken)
    truth = results.var(-1).mean() / found.values.var(-1).mean()
    low, high = ratio_interval(results, taken)
    assert ((low <= truth) & (truth <= high)).mean() == pytest.approx(0.95, abs=0.015)
    assert ((low <= found.ratio * (1 + 1e-9)) & (found.ratio <= high * (1 + 1e-9))).all()


def test_the_interval_of_the_ratio_narrows_and_has_no_width_for_equal_results():
    results, taken = simulated(np.random.default_rng(10), 2000)
    many, few = ratio_interval(results, taken), ratio_interval(results[:50], taken[:50])
    assert many[1] - many[0] < few[1] - few[0]
    assert ratio_interval([2.0, 2.0], [1.0, 3.0]) == (1.0, 1.0)


def test_pairing_saves_units_if_seats_matter_and_the_two_games_are_negatively_correlated():
    stream = np.random.default_rng(11)
    alone = stream.normal(3, 40, (20_000, 2))
    assert pairing(alone) == pytest.approx((0, 1), abs=0.05)
    assert pairing(alone + np.array([30, -30])) == pytest.approx((0, 40**2 / (40**2 + 30**2)), abs=0.05)
    mirrored = alone[:, :1] * [1, -1]
    assert pairing(mirrored) == pytest.approx((-1, 0), abs=0.01)
    assert pairing(mirrored + alone[:, 1:]) == pytest.approx((0, 1), abs=0.05)


def test_degenerate_results_are_left_as_they_are():
    assert adjusted([2.0, 2.0], [0.0, 0.0]).values == pytest.approx([2, 2])
    assert adjusted([5.0], [1.0]).values == pytest.approx([5])
    assert adjusted([5.0, 7.0], [1.0, 3.0], weights=1).values == pytest.approx([4, 4])
    with pytest.raises(ValueError, match="at least 1"):
        Replay(samples=0)
