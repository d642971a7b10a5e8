"""Whole games through records: every option, seen by all and by each chair, equal to the positions of the engine."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recorded import chair, played, random_game

import kiebitz
from kiebitz.records import EntryError, Record

NAMES = ("kwatro", "quanto", "qwinto")
SEEDS = st.integers(0, 10**6)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=12, deadline=None)
@given(seed=SEEDS)
def test_a_full_record_has_the_table_of_every_position(name, seed):
    record, positions = played(random_game(name, seed), seed)
    for number, position in enumerate(positions, 1):
        assert record.at(number).facts == position.facts()
        assert record.state(number) == position


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=12, deadline=None)
@given(seed=SEEDS)
def test_each_decision_has_the_view_of_the_player_who_moved(name, seed):
    record, positions = played(random_game(name, seed), seed)
    decisions = [*record.decisions()]
    assert len(decisions) == len(positions) - 1
    for decision, position in zip(decisions, positions, strict=False):
        assert decision.player == position.to_move
        assert decision.view() == position.view()


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=12, deadline=None)
@given(seed=SEEDS)
def test_a_record_of_one_chair_has_the_view_of_that_chair_at_every_decision(name, seed):
    record, positions = played(random_game(name, seed), seed)
    seat = seed % record.game.players
    kept = chair(record, positions, seat)
    assert kept.viewer == (None if isinstance(kept.state(1), kiebitz.Position) else seat)
    for number, position in enumerate(positions, 1):
        assert kept.at(number).view(seat) == position.view(seat)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=12, deadline=None)
@given(seed=SEEDS)
def test_files_of_records_make_exact_round_trips(name, seed):
    record, positions = played(random_game(name, seed), seed)
    for one in (record, chair(record, positions, seed % record.game.players)):
        text = one.to_toml()
        again = Record.parse(text)
        assert again == one
        assert again.table == one.table
        assert again.to_toml() == text


@pytest.mark.parametrize("name", NAMES)
def test_a_deal_by_people_needs_only_the_open_cards_and_the_own_hand(name):
    record, positions = played(kiebitz.game(name, 2), 5)
    start, seat = record.start.table, 1
    cards = start.traits.open_cards(start.facts)
    kept = Record.open_deal(record.game, cards, record.names, seat, {seat: start.facts["hands"][seat]})
    for entry in chair(record, positions, seat).entries:
        kept.add(entry)
    assert kept.table.view(seat) == positions[-1].view(seat)
    assert Record.parse(kept.to_toml()) == kept


@pytest.mark.parametrize("name", NAMES)
def test_a_record_without_a_hand_follows_the_table(name):
    record, positions = played(kiebitz.game(name, 2), 8)
    start = record.start.table
    nobody = Record.open_deal(record.game, start.traits.open_cards(start.facts), record.names)
    for entry in chair(record, positions, 0).entries:
        nobody.play(entry.move, turned_up=entry.turned_up)
    hidden = ("hands", "drawn", "pile", "viewer")
    assert {k: v for k, v in nobody.table.facts.items() if k not in hidden} == {
        k: v for k, v in positions[-1].facts().items() if k not in hidden
    }
    with pytest.raises(EntryError, match="not known"):
        nobody.at(1).view(0)


@pytest.mark.parametrize("name", NAMES)
def test_a_table_costs_the_same_at_any_length(name):
    record, _ = played(kiebitz.game(name, 2), 3)
    before = record.head
    record.undo()
    record.redo()
    assert record.head is before
    branch = record.branch()
    assert branch.head is before  # nothing is copied or replayed


def test_cards_that_were_shown_are_in_the_views_of_the_others_until_they_are_played():
    record = Record.deal(kiebitz.game("kwatro", 2), 7, ["Anna", "Ben"])
    card = record.table.facts["hands"][1][0]
    record.add(kiebitz.records.Entry("show", 1, cards=(card,)))
    assert record.table.view(0).facts()["hands"][1] == [card]
    record.play("pass")
    record.play(f"trade {card}")
    assert record.table.view(0).facts()["hands"][1] == []


def test_a_hidden_trade_leaves_no_shown_card_certain():
    game = kiebitz.game("kwatro", 2)
    record = Record.begin(game.deal(7).view(0))
    card = game.deal(7).facts()["hands"][1][0]
    record.add(kiebitz.records.Entry("show", 1, cards=(card,)))
    record.play("pass")
    record.play("trade ?")
    assert record.table.view(0).facts()["hands"][1] == []
