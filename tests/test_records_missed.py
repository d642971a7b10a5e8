"""What was not seen: counts of cards stay true, and the table comes back when it is told."""

import random
from collections import Counter

import pytest
from recorded import chair, missed, played, random_game, seen_by

import kiebitz
from kiebitz.errors import PositionError
from kiebitz.records import Entry, EntryError, Record

NAMES = ("kwatro", "quanto", "qwinto")


def assert_true(table, position, seat):
    """Every bound of the table holds the true number."""
    facts = position.facts()
    unseen = Counter(facts["pile"])
    for hand in facts["hands"]:
        unseen += Counter(hand)
    unseen -= Counter(table.known_hands()[seat])
    least, most = table.pile()
    assert least <= len(facts["pile"]) <= most
    for card, (low, high) in table.left(seat).items():
        assert low <= unseen[card] <= high, card


@pytest.mark.parametrize("name", NAMES)
def test_a_record_with_a_fifth_of_its_entries_missed_never_contradicts_the_truth(name):
    followed = 0
    for seed in range(15):
        full, positions = played(random_game(name, seed), seed)
        seat, choice = seed % full.game.players, random.Random(seed)
        kept = Record.begin(positions[0].view(seat))
        for entry, before, after in zip(full.entries, positions, positions[1:], strict=False):
            kept.add(missed(entry.seat) if choice.random() < 0.2 else seen_by(entry, seat, before))
            assert_true(kept.table, after, seat)
            if kept.table.facts is None and choice.random() < 0.2 and not after.over:
                kept.add(Entry("table", line=after.view(seat).to_line()))
                assert_true(kept.table, after, seat)
                assert kept.table.view(seat).facts()["hands"] == after.view(seat).facts()["hands"]
            followed += kept.table.facts is not None
        assert Record.parse(kept.to_toml()) == kept
    assert followed > 50


@pytest.mark.parametrize("name", NAMES)
def test_counts_are_exact_while_nothing_is_missed(name):
    full, positions = played(kiebitz.game(name, 2), 6)
    kept = chair(full, positions, 0)
    for number, position in enumerate(positions, 1):
        table = kept.at(number)
        assert_true(table, position, 0)
        assert all(low == high for low, high in table.left(0).values())
        assert table.pile() == (position.pile_size, position.pile_size)


def test_a_missed_turn_leaves_the_table_unknown_until_it_is_told():
    full, positions = played(kiebitz.game("kwatro", 2), 3, most=6)
    kept = Record.begin(positions[0].view(0))
    kept.add(seen_by(full.entries[0], 0, positions[0]))
    kept.add(missed(1))
    with pytest.raises(PositionError, match=r"a turn of P1 was missed; right would be .* table kiebitz1"):
        kept.state()
    kept.add(Entry("table", line=positions[2].view(0).to_line()))
    assert kept.state() == positions[2].view(0)
    for entry, before in zip(full.entries[2:], positions[2:], strict=False):
        kept.add(seen_by(entry, 0, before))
    assert kept.state() == positions[-1].view(0)


def test_an_unknown_card_on_the_table_leaves_it_unknown():
    record = Record.open_deal(kiebitz.game("kwatro", 2), "RT2", ["Anna", "Ben"])
    record.play("?@0,1")
    assert record.table.facts is None
    assert record.table.pile() == (53, 57)


def test_cards_turned_up_may_be_named_later():
    full, positions = played(kiebitz.game("quanto", 2), 3, most=8)
    kept, later = chair(full, positions, 0), Record.begin(positions[0].view(0))
    for entry, before in zip(full.entries, positions, strict=False):
        told = seen_by(entry, 0, before)
        later.play(told.move, drew=told.drew)
        if told.turned_up:
            assert later.table.facts is None
            later.add(Entry("turn up", cards=told.turned_up))
    assert later.table.facts == kept.table.facts


def test_all_cards_that_a_quanto_player_draws_may_stand_together():
    full, positions = played(kiebitz.game("quanto", 2), 3, most=8)
    for start in (positions[0], positions[0].view(0)):
        kept = Record.begin(start)
        for told in full.entries:
            kept.play(told.move, drew=(*(told.turned_up or ()), *(told.drew or ())))
        assert kept.table.facts["display"] == positions[-1].facts()["display"]
        assert kept.table.facts["hands"] == positions[-1].facts()["hands"] or start is not positions[0]


def test_the_table_of_another_game_is_refused():
    record = Record.open_deal(kiebitz.game("kwatro", 2), "RT2", ["Anna", "Ben"])
    with pytest.raises(EntryError, match="another game"):
        record.add(Entry("table", line=kiebitz.game("kwatro", 3).deal(1).view().to_line()))
    with pytest.raises(EntryError, match="right would be"):
        record.add(Entry("table", line="game=kwatro"))
