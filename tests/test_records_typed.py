"""Moves typed by people are understood only if they mean one legal move, and are written out in full."""

import pytest

import kiebitz
from kiebitz.records import EntryError, Record, understood, understood_cards

KWATRO = kiebitz.parse("kiebitz1 game=kwatro players=Anna,Ben to_move=Anna hand=BX2,GO2,RO1,** grid=RT2")
QUANTO = kiebitz.parse("kiebitz1 game=quanto players=Anna,Ben to_move=Anna display=2,4,4,8 hand=8,1,J,12*")
QWINTO = kiebitz.parse("kiebitz1 game=qwinto players=Anna,Ben to_move=Anna square=P4,Y3,/,G6,O2 hand=G5,O3,P3")


@pytest.mark.parametrize(
    ("state", "text", "meant"),
    [
        (KWATRO, "BX2@0,1", "BX2@0,1"),
        (KWATRO, "2xb 0,1", "BX2@0,1"),
        (KWATRO, "go2 (0 , 2) 2bx(0,1)", "BX2@0,1 GO2@0,2"),
        (KWATRO, "TRADE 1ro", "trade RO1"),
        (KWATRO, "pass", "pass"),
        (QUANTO, "8 4 4", "8 takes 4 4"),
        (QUANTO, "8 4,4", "8 takes 4 4"),
        (QUANTO, "*12 8 4", "12* takes 4 8"),
        (QUANTO, "1", "1 discards"),
        (QUANTO, "j 4 8", "J as 12 takes 4 8"),
        (QUANTO, "j discards", "J discards"),
        (QWINTO, "5g tl", "G5@TL"),
        (QWINTO, "p3 TR o3 TL", "P3@TR O3@TL"),
    ],
)
def test_a_move_is_understood_in_any_writing(state, text, meant):
    assert understood(Record.begin(state).table, text) == meant


def test_a_number_is_written_by_its_field_alone():
    record = Record.open_deal(kiebitz.game("qwinto", 2), "P4 Y3 / G6 O2", ["Anna", "Ben"], 0, {0: ["G5", "O3", "P3"]})
    record.play("G5@TL")
    assert understood(record.table, "y7") == "write Y7"


@pytest.mark.parametrize(
    ("state", "text", "told"),
    [
        (KWATRO, "bx2", "no card@row,column"),
        (KWATRO, "bx9 0,1", "BX9"),
        (QUANTO, "8 8 4", "not legal here|is no action"),
    ],
)
def test_what_means_no_legal_move_is_refused(state, text, told):
    with pytest.raises(EntryError, match=f"(?i){told}"):
        understood(Record.begin(state).table, text)


def test_what_may_mean_several_moves_is_asked_about():
    state = kiebitz.parse(QUANTO.to_line().replace("hand=1,8", "hand=1,4"))
    with pytest.raises(EntryError, match=r"may be 4 takes 4 or 4 creates 4|may be 4 creates 4 or 4 takes 4"):
        understood(Record.begin(state).table, "4 4")


def test_the_move_of_a_player_whose_hand_is_not_known_is_understood():
    record = Record.open_deal(kiebitz.game("kwatro", 2), "RT2", ["Anna", "Ben"], 0, {0: ["BX2", "GO2", "YS4", "GX1"]})
    record.play(understood(record.table, "bx2 0,1 go2 0,2"))
    assert understood(record.table, "3or -1,2 oy1 1,2") == "RO3@-1,2 YO1@1,2"
    assert understood(record.table, "trade 2") == "trade ? ?"
    with pytest.raises(EntryError, match="YS4 is in the hand of Anna; Ben cannot hold it"):
        understood(record.table, "ys4 0,3")


def test_the_cards_of_a_draw_are_understood_in_any_writing():
    table = Record.begin(QUANTO).table
    assert understood_cards(table, "j, *8 12?".replace("?", " ?")) == ("J", "8*", "12", "?")
    assert understood_cards(Record.begin(KWATRO).table, "o1r, **") == ("RO1", "**")
    with pytest.raises(EntryError, match="'13' is no card"):
        understood_cards(table, "8 13")
