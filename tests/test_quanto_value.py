"""Quanto's learned value: worked features, no leak of hidden cards, and one ply with it beats greedy."""

import numpy as np
import pytest

import kiebitz
from kiebitz.learned import feature_names, features, features_after, static_move, values
from kiebitz.match import play_match

TABLE = "kiebitz1 game=quanto players=A,B to_move=A display={} hand={} won=12,8 last_taker=B"


def described(display, hand, more="", seat=0):
    """The features of a seat by name, as A knows them."""
    view = kiebitz.parse(f"{TABLE.format(display, hand)} {more}")
    return dict(zip(feature_names(view.game), features(view)[1][seat].round(4).tolist(), strict=True))


def test_the_reach_is_the_best_haul_of_the_hand_the_played_card_included():
    row = described("2,4,4,8", "8,4,11,12")
    assert row["reach"] == row["reach, moving next"] == 4  # 8 takes 8 4 4
    assert row["hauls"] == 4 + 3 + 3  # 4 takes 4 4, 12 takes 4 8
    assert described("2,4,4,8", "7,9,11,11")["reach"] == 0


def test_two_equal_cards_are_two_groups_and_a_rainbow_card_brings_one_more():
    assert described("4,4,7,9", "4,1,1,12")["reach"] == 3
    assert described("4,5,9,12", "9*,1,1,2")["reach"] == 5


def test_a_joker_reaches_the_best_of_all_hauls_and_stacks():
    assert described("2,4,4,8", "J,11,11,12")["reach"] == 4
    stolen = described("2,4,4,8", "J,11,11,12", "quanto.B.chip=10 quanto.B.cards=4,6,10,10*")
    assert stolen["reach"] == 8  # the stack, the joker, and 2 4 4
    assert stolen["others' stacks, joker held"] == 4


def test_a_stack_counts_for_the_players_who_can_collect_it():
    more = "quanto.A.chip=10 quanto.A.cards=4,6"
    held, open_ = described("1,2,3,12", "10,10*,4,7", more), described("1,2,3,12", "4,7,8,9", more)
    assert held["stack"] == open_["stack"] == 2
    assert held["stack, collector held"] == 2
    assert held["stack, collectors to spare"] == held["stack, rainbow collector"] == 1
    assert open_["stack, collector held"] == 0
    assert open_["stack, collectors unseen"] > held["stack, collectors unseen"] == 0
    assert held["stacks planned"] == held["no stack"] == 0


def test_a_stack_is_planned_where_card_and_collector_are_held():
    row = described("6,12,12,1", "4,10,11,3")
    assert row["stacks planned"] == 5  # 3 and 4 for 10 and 11, 10 for 11
    assert row["stacks planned, card lying"] == 2  # 4 and 6 for the 10, 10 and 1 for the 11


def test_cards_that_the_other_may_hold_are_weighted_by_the_unseen_cards():
    """Eight 7s, six 12s and two jokers are unseen: a hand of four misses them by the chance of drawing past them."""
    row = described("7,12,12,12*", "1,1,2,2", seat=1)
    unseen, none = 110 - 8, {7: 1.0, 12: 1.0, 0: 1.0}
    for number, copies in ((7, 8), (12, 6), (0, 2)):
        for i in range(4):
            none[number] *= (unseen - copies - i) / (unseen - i)
    assert row["hauls"] == pytest.approx(2 * (1 - none[7]) + 4 * (1 - none[12]), abs=1e-3)
    best = 4 * (1 - none[12] * none[0]) + 2 * none[12] * none[0] * (1 - none[7])
    assert row["reach"] == pytest.approx(best, abs=1e-3)


def test_an_end_without_a_pile_is_played_out_greedily_as_it_will_come():
    for seed in range(10):
        position = kiebitz.game("quanto", 2).deal(seed)
        while not position.over:
            end = position.copy()
            while not end.over:
                end.play(end.greedy_move())
            to_come = np.array(end.scores) - position.scores
            rows = features(position, position.to_move)[1]
            if not position.facts()["pile"]:
                assert np.array_equal(rows[:, -1], to_come)
            position.play(position.greedy_move())


def test_an_end_with_hidden_cards_is_the_mean_over_a_few_worlds():
    """In each world the cards left go to one or the other, but for those of stacks that nobody collects."""
    position = kiebitz.game("quanto", 2).deal(3)
    while len(position.facts()["pile"]) > 12:
        assert not features(position)[1][:, -1].any()
        position.play(position.greedy_move())
    rows = features(position.view())[1]
    assert np.array_equal(rows, features(position, position.to_move)[1])
    assert (rows[:, -1] * 4 % 1 == 0).all()  # quarters: four worlds
    assert 8 < rows[:, -1].sum() < 40


@pytest.mark.parametrize(
    ("stack", "known"), [("quanto.B.chip=10 quanto.B.cards=4,6,10", True), ("quanto.B.chip=10 quanto.B.size=3", False)]
)
def test_an_end_is_played_out_only_if_the_cards_of_all_stacks_are_known(stack, known):
    table = TABLE.format("2,4,4,8", "8,4,11,12").replace("won=12,8", "won=60,35")
    assert features(kiebitz.parse(f"{table} pile=0 {stack}"))[1][:, -1].any() == known


@pytest.mark.parametrize("players", range(2, 7))
def test_a_view_has_the_features_of_the_whole_position_for_the_same_observer(players):
    for seed in range(6):
        position = kiebitz.game("quanto", players).deal(seed)
        while not position.over:
            seat = position.to_move
            view = position.view(seat)
            phase, rows = features(position, seat)
            assert features(view)[0] == phase
            assert np.array_equal(features(view)[1], rows)
            for whole, seen in zip(features_after(position), features_after(view), strict=True):
                assert np.array_equal(whole, seen)
            position.play(position.greedy_move())


def test_hidden_cards_change_the_features_for_all_players_but_not_for_a_seat():
    position = kiebitz.game("quanto", 3).deal(5)
    worlds = [position.view().sample(seed) for seed in range(4)]
    for world in worlds:
        assert np.array_equal(features(world, position.to_move)[1], features(position, position.to_move)[1])
    assert any(not np.array_equal(features(world)[1], features(position)[1]) for world in worlds)


def test_every_feature_occurs_and_every_phase_has_weights():
    seen, phases = 0, set()
    for seed in range(60):
        position = kiebitz.game("quanto", 2).deal(seed)
        while not position.over:
            phase, rows = features(position)
            after, _, described = features_after(position)
            seen = seen + np.abs(rows).max(axis=0) + np.abs(described).max(axis=(0, 1))
            phases |= {phase, *after[after >= 0].tolist()}
            position.play(position.greedy_move())
    assert (seen > 0).all()
    assert phases == set(range(20))


def test_one_ply_with_the_value_beats_greedy():
    game = kiebitz.game("quanto", 2)
    static_move(game.deal(0).view())  # gives the game its weights
    share = 0.0
    for deal in range(30):
        for seat in range(2):
            policies = ["static" if p == seat else "greedy" for p in range(2)]
            scores = play_match(game, deal, policies, [1, 1])[3]
            share += (scores[seat] > scores[1 - seat]) + 0.5 * (scores[seat] == scores[1 - seat])
    assert share / 60 > 0.65


def test_a_display_of_thousands_of_moves_is_still_answered():
    view = kiebitz.parse(TABLE.format("1,1,2,2,3,3,4,4*,5,6,7,8,J", "12,11,1,2"))
    margins, _, _ = values(view)
    assert len(margins) == len(view.candidate_moves()) > 500
    assert np.isfinite(margins).all()
