"""The hidden cards of a view, and the views in which hands or all cards are open."""

from collections import Counter

import pytest

import kiebitz

all_games = pytest.mark.parametrize("name", kiebitz.GAMES)


def some_positions(name):
    for seed in range(4):
        position = kiebitz.game(name, 3).deal(seed)
        for _ in range(4 * seed):
            position.play(position.greedy_move())
        yield position


@all_games
def test_the_pile_has_as_many_cards_in_a_view_as_in_the_position(name):
    for position in some_positions(name):
        assert position.pile_size == position.view().pile_size == len(position.facts()["pile"])


@all_games
def test_a_position_explains_a_move_as_its_notation_does(name):
    for position in some_positions(name):
        move = position.greedy_move()
        told = position.game.notation.explain(position.facts(), position.game.options, move.text, position.names)
        assert position.explain(move) == position.view().explain(move.text) == told
        assert told


@pytest.mark.parametrize("name", ["kwatro", "quanto"])
def test_the_hidden_cards_fill_a_view_up_to_a_world_that_agrees_with_it(name):
    filled = 0
    for position in some_positions(name):
        view, facts = position.view(), position.facts()
        hidden = view.hidden()
        if hidden is None:
            continue
        others = [card for seat, hand in enumerate(facts["hands"]) if seat != view.player for card in hand]
        known = Counter(card for hand in view.facts()["hands"] for card in hand)
        assert hidden.unseen == Counter(others + facts["hands"][view.player] + facts["pile"]) - known - Counter(
            card for card in view.facts()["pile"] if card is not None
        )
        assert hidden.unseen.total() == sum(hidden.missing) + len(hidden.places)
        world = view.filled(facts["hands"], facts["pile"])
        assert world.view(view.player) == view
        assert (world.facts()["hands"], world.facts()["pile"]) == (facts["hands"], facts["pile"])
        filled += 1
    assert filled


def test_a_view_that_hides_more_than_hands_and_pile_does_not_list_its_hidden_cards():
    position = kiebitz.game("qwinto", 2).deal(1)
    while position.to_move == 0:  # the first player decides secretly what to write
        position.play(position.greedy_move())
    assert position.view().hidden() is None


@all_games
def test_an_open_view_shows_all_hands_and_the_pile_only_if_asked(name):
    for position in some_positions(name):
        facts, hands, everything = position.facts(), position.open_view(), position.open_view(pile=True)
        assert hands.player == everything.player == position.to_move
        assert hands.facts()["hands"] == everything.facts()["hands"] == facts["hands"]
        assert hands.facts()["pile"] == position.view().facts()["pile"]
        assert sorted(everything.legal_moves().texts()) == sorted(position.legal_moves().texts())
        assert everything.sample(1).facts()["hands"] == facts["hands"]
        if name != "qwinto":  # whose order of the pile stays hidden in every view
            assert everything.facts()["pile"] == facts["pile"]
