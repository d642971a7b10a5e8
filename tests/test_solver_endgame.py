"""The solver endgame: answers for endings, for other positions, and for positions with few unseen cards."""

import random
from itertools import islice

import brute_force
import pytest
from brute_force import Count, TooLarge, after_each_move, endings, margin

import kiebitz
from kiebitz.endgame import Endgame
from kiebitz.solvers import make_solver
from kiebitz.solvers.enumerate_worlds import number_unseen, worlds

GAMES = ("kwatro", "quanto")


def ending(name, seed=1, cards=5):
    return next(p for p in endings(name, 2, {}, seed, cards) if len(p.legal_moves()) > 3)


@pytest.mark.parametrize("name", GAMES)
def test_advice_on_an_ending_is_exact_and_its_line_ends_the_game_with_that_margin(name):
    position = ending(name)
    advice = kiebitz.hint(position, "endgame")
    assert advice.exact
    assert advice.stop == "exact"
    best = advice.best
    assert best.margin_ci == (best.margin, best.margin)
    assert best.win_ci == (best.win, best.win)
    after = position.copy()
    for text in (best.move.text, *best.line):
        after.play(text)
    assert after.over
    assert after.margin(position.to_move) == best.margin
    assert after.win_share(position.to_move) == best.win


@pytest.mark.parametrize("name", GAMES)
def test_moves_come_best_first_and_equal_ones_are_tied(name):
    for seed in range(5):
        moves = kiebitz.hint(ending(name, seed), "endgame:top=30").moves
        assert [m.margin for m in moves] == sorted((m.margin for m in moves), reverse=True)
        equal = [m for m in moves if m.margin == moves[0].margin]
        assert [m.tied for m in moves] == [len(equal) > 1 and m.margin == moves[0].margin for m in moves]


@pytest.mark.parametrize("name", GAMES)
def test_a_move_that_is_asked_for_gets_its_exact_value_however_bad_it_is(name):
    position = ending(name, 3, 4)
    right = after_each_move(position, Count(10**5))
    for text in islice(right, 6):
        advice = kiebitz.hint(position, "endgame:top=1", also=text)
        found = next(ranked for ranked in advice.moves if ranked.move.text == text)
        assert found.margin == margin(right[text], position.to_move)


@pytest.mark.parametrize("name", GAMES)
def test_without_enough_nodes_the_advice_is_not_exact(name):
    advice = kiebitz.hint(ending(name, 2, 8), "endgame", nodes=5)
    assert not advice.exact
    assert advice.stop == "budget"
    assert advice.best.margin_ci[0] < advice.best.margin < advice.best.margin_ci[1]


@pytest.mark.parametrize("name", kiebitz.GAMES)
def test_a_position_that_is_no_ending_is_refused_with_the_remedy(name):
    position = kiebitz.game(name, 2).deal(1)
    with pytest.raises(kiebitz.PositionError, match="endgame:until=greedy"):
        kiebitz.hint(position, "endgame")
    solver = make_solver("endgame:until=greedy")
    assert solver.choose(position.view(), 1) == position.greedy_move()
    assert kiebitz.hint(position, solver).best.move == position.greedy_move()


def test_its_own_limit_of_nodes_counts_if_the_budget_limits_only_time():
    advice = kiebitz.hint(ending("quanto", 2, 8), "endgame:nodes=5")
    assert not advice.exact
    assert advice.stop == "budget"


@pytest.mark.parametrize(
    "text", ["endgame:top=0", "endgame:objective=luck", "endgame:nodes=-1", "endgame:unseen=11", "endgame:until=nobody"]
)
def test_impossible_parameters_are_refused(text):
    with pytest.raises(kiebitz.BudgetError):
        make_solver(text)


def nearly_over(name, rules=None, pile=1, seed=1):
    """Views in which the pile still holds cards, from random games; all hands are full then."""
    for position in endings(name, 2, rules or {}, seed, 8, pile):
        if position.facts()["pile"]:
            yield position.view()


@pytest.mark.parametrize(("name", "rules"), [("kwatro", {}), ("quanto", {}), ("quanto", {"base_size": 3})])
def test_the_worlds_listed_are_all_different_agree_with_the_view_and_come_as_often_as_sampled_ones(name, rules):
    unseen = rules.get("base_size", 4) + 1
    view = next(view for view in nearly_over(name, rules) if number_unseen(view) == unseen)
    listed = list(worlds(view))
    total = sum(weight for _, weight in listed)
    chances = {world.to_line(): weight / total for world, weight in listed}
    assert len(chances) == len(listed)
    assert all(world.view(view.player) == view for world, _ in listed)
    samples = 2000
    counts = dict.fromkeys(chances, 0)
    for seed in range(samples):
        counts[view.sample(seed).to_line()] += 1
    for line, chance in chances.items():
        assert abs(counts[line] - samples * chance) < 5 * (samples * chance) ** 0.5 + 1


@pytest.mark.parametrize("limits", [{"seconds": 0.05}, {"nodes": 400}])
def test_a_small_budget_solves_a_random_choice_of_worlds_and_is_kept(limits):
    view = next(view for view in nearly_over("quanto", pile=4) if number_unseen(view) == 8)
    advice = kiebitz.hint(view, "endgame:unseen=10", **limits)
    assert not advice.exact
    assert advice.stop == "budget"
    assert 0 < advice.worlds <= 400  # of thousands
    assert len(advice.moves) == len(view.legal_moves())


def test_a_few_unseen_cards_give_the_average_over_all_worlds_each_solved_by_brute_force():
    done = 0
    for view in islice(nearly_over("quanto", {"base_size": 3}), 200):
        try:
            right = averages(view)
        except TooLarge:
            continue
        advice = kiebitz.hint(view, "endgame:unseen=4", nodes=10**6)
        assert advice.exact
        assert {m.move.text for m in advice.moves} == set(right)
        for found in advice.moves:
            assert (found.margin, found.win) == pytest.approx(right[found.move.text])
        assert advice.best.win == pytest.approx(max(win for _, win in right.values()))
        done += 1
        if done == 3:
            return
    raise AssertionError(f"only {done} of 3 positions were small enough")


def test_kwatro_before_the_ending_is_cut_short_and_the_advice_is_not_exact():
    view = next(view for view in nearly_over("kwatro") if number_unseen(view) == 5)
    advice = kiebitz.hint(view, "endgame:unseen=5", nodes=2000)
    assert not advice.exact
    assert advice.worlds == len(list(worlds(view)))
    assert advice.best.move in view.legal_moves()
    assert kiebitz.hint(view, "endgame:unseen=4:until=greedy").best.move == view.greedy_move()


def averages(view):
    """(margin, win) of every move, over every world, by brute force."""
    found, player, total = {}, view.to_move, 0
    for world, weight in worlds(view):
        total += weight
        for text, scores in after_each_move(world, Count(15000)).items():
            old = found.get(text, (0, 0))
            share = brute_force.preference(player, scores, "win")[0]
            found[text] = (old[0] + weight * margin(scores, player), old[1] + weight * share)
    return {text: (margin_sum / total, win_sum / total) for text, (margin_sum, win_sum) in found.items()}


def test_an_endgame_of_another_game_or_a_finished_one_is_refused():
    position = ending("quanto")
    with pytest.raises(ValueError, match="cannot be solved"):
        Endgame(kiebitz.game("kwatro", 2)).solve(position)
    choice = random.Random(1)
    while not position.over:
        position.play(brute_force.lively_move(position, choice))
    with pytest.raises(ValueError, match="over"):
        Endgame(position.game).solve(position)
