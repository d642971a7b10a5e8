"""Corrections: a corrected record equals the record that was typed right at once."""

import random
from dataclasses import replace

import pytest
from recorded import chair, played, random_game

import kiebitz
from kiebitz.records import Entry, EntryError, Record

NAMES = ("kwatro", "quanto", "qwinto")


def typed(start, entries):
    """The record that is typed in order; what does not fit is marked, as after a correction."""
    record = Record(start)
    for entry in entries:
        record.add(replace(entry, unfit=True))
    return record


def wrong(entry, entries, choice):
    """Another entry that may or may not fit in its place."""
    return choice.choice(
        [
            choice.choice(entries),
            replace(entry, drew=None),
            replace(entry, move="pass") if entry.kind == "move" else entry,
            Entry("remark", text="hm"),
            Entry("missed", entry.seat or 0),
        ]
    )


def random_correction(record, entries, choice):
    """Changes, inserts or removes an entry, in the record and in the list."""
    kind, number = choice.choice(("change", "insert", "remove")), choice.randint(1, len(entries))
    entry = wrong(entries[number - 1], entries, choice)
    if kind == "remove" and len(entries) > 1:
        record.remove(number)
        del entries[number - 1]
    elif kind == "insert":
        record.insert(number, replace(entry, unfit=True))
        entries.insert(number - 1, entry)
    else:
        record.change(number, replace(entry, unfit=True))
        entries[number - 1] = entry


@pytest.mark.parametrize("name", NAMES)
def test_random_corrections_equal_the_record_that_was_typed_right_at_once(name):
    """A thousand corrections in all."""
    done = 0
    for seed in range(17):
        full, positions = played(random_game(name, seed), seed, most=15)
        choice, record = random.Random(seed), chair(full, positions, 0)
        entries = record.entries
        for _ in range(20):
            random_correction(record, entries, choice)
            right = typed(record.start, entries)
            assert record == right
            assert record.table == right.table
            assert record.faults() == right.faults()
            assert Record.parse(record.to_toml()) == record
            entries = record.entries
            done += 1
    assert done == 340


@pytest.mark.parametrize("name", NAMES)
def test_a_mistake_that_is_put_right_leaves_no_mark(name):
    full, positions = played(kiebitz.game(name, 3), 4)
    record = chair(full, positions, 0)
    right, entries = record.branch(), record.entries
    for number in (1, len(entries) // 2, len(entries)):
        record.change(number, Entry("missed", entries[number - 1].seat))
        record.change(number, entries[number - 1])
        assert record == right
        assert record.table == right.table
        assert record.faults() == []


def test_an_entry_that_no_longer_fits_is_marked_and_kept():
    record = Record.open_deal(kiebitz.game("kwatro", 2), "RT2", ["Anna", "Ben"])
    record.play("BX2@0,1 GO2@0,2")
    record.play("RO3@-1,2 YO1@1,2")
    record.change(1, Entry("move", 0, "BX2@0,1"))
    (fault,) = record.faults()
    assert fault.where == "entry 2"
    assert record.entries[1].move == "RO3@-1,2 YO1@1,2"
    assert record.entries[1].unfit
    assert "does not fit" in record.to_toml()
    assert Record.parse(record.to_toml()).faults() == record.faults()
    record.change(1, Entry("move", 0, "BX2@0,1 GO2@0,2"))
    assert record.faults() == []
    assert not record.entries[1].unfit


def test_corrections_are_steps_of_undo_and_redo():
    record, _ = played(kiebitz.game("quanto", 2), 1, most=10)
    states = [record.branch()]
    record.remove(10)
    states.append(record.branch())
    record.insert(3, Entry("remark", text="a remark"))
    states.append(record.branch())
    assert record.undo()
    assert record == states[1]
    assert record.undo()
    assert record == states[0]
    assert record.redo()
    assert record.redo()
    assert record == states[2]
    assert not record.redo()


def test_a_branch_and_its_origin_do_not_touch_each_other():
    record, _ = played(kiebitz.game("kwatro", 2), 2, most=8)
    other = record.branch(5)
    assert other.entries == record.entries[:4]
    other.play("pass")
    assert len(record) == 8
    assert record.entries[4].move != "pass"


def test_an_entry_that_does_not_fit_changes_nothing():
    record, _ = played(kiebitz.game("kwatro", 2), 2, most=4)
    before = record.branch()
    with pytest.raises(EntryError, match="not legal"):
        record.play("** @0,0".replace(" ", ""))
    with pytest.raises(EntryError, match="is to move, not"):
        record.add(Entry("move", 1 - record.table.to_move, "pass"))
    assert record == before


@pytest.mark.parametrize("number", [0, 9])
def test_a_correction_names_the_entries_that_there_are(number):
    record, _ = played(kiebitz.game("kwatro", 2), 2, most=8)
    with pytest.raises(EntryError, match="right would be 1 to 8"):
        record.remove(number)
