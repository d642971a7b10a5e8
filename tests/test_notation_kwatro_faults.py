"""Every fault of a position of Kwatro is named: with row and column on the table, else with line and field."""

import pytest

from kiebitz import notation
from kiebitz.errors import PositionError
from kiebitz.notation import document as source
from kiebitz.notation.kwatro import NOTATION as kwatro

HEAD = 'game = "kwatro"\nplayers = ["Anna", "Ben"]\nto_move = "Anna"\n'
HAND = 'hand = "RO1 RS1 RT1 RX1"\n'
GRID = 'grid = """\nRT2 BX2 GO2\n"""\n'
BASE = HEAD + HAND + GRID


def reading(text):
    return notation.read(source.from_text(text, "a.toml"))


def faults_of(text):
    return [str(fault) for fault in notation.check(source.from_text(text, "a.toml"))]


def grid_faults(*rows, rest=""):
    """The faults of a table alone, without their common start."""
    text = f'{HEAD}hand = "BO1 BS2 BT3 BX1"\ngrid = """\n' + "\n".join(rows) + f'\n"""\n{rest}'
    return [fault.removeprefix("a.toml, line 5, field grid, ") for fault in faults_of(text)]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (
            ["RT2 BX2 GO4"],
            "row 0, columns 0 to 2: RT2 BX2 GO4 is no line: number is neither all equal nor all different",
        ),
        (["RT2", "BT2", "BX2"], "column 0, rows 0 to 2: RT2 BT2 BX2 is no line: colour and shape are neither all"),
        (
            ["RT1 RT2 RT3 RT4 RO1"],
            "row 0, columns 0 to 4: 'RT1 RT2 RT3 RT4 RO1' is a run of 5 cards; a line has at most 4",
        ),
        (["RT1 ** RT3 RT4 **"], "row 0, columns 0 to 4: 'RT1 ** RT3 RT4 **' is a run of 5 cards"),
        (["RT2 . GO4"], "row 0, column 2: not connected to the rest: GO4 at row 0, column 2"),
        (
            ["RT2 BX2", ". . GO2 GO4"],
            "row 1, column 2: not connected to the rest: GO2 at row 1, column 2, GO4 at row 1,",
        ),
        (
            ["RT2 RT5"],
            "row 0, column 1: 'RT5' is no card; right would be a colour of RYGB, a shape of OSTX and a number",
        ),
        (["RT2 GX2", "** ** RT2"], "2 times RT2, in row 0, column 0 and row 1, column 2; there is one"),
        (
            ["** . .", "** ** RT2"],
            "3 times **, in row 0, column 0 and row 1, column 0 and row 1, column 1; there are two",
        ),
        (["**"], "row 0, column 0: only wilds lie on the table, but the starter is never a wild"),
    ],
)
def test_a_fault_of_the_table_is_named_with_row_and_column(rows, expected):
    assert any(expected in fault for fault in grid_faults(*rows))


def test_rows_and_columns_count_from_the_origin():
    assert grid_faults("RT2 BX2 GO4", rest="origin = [-3, 7]\n")[0].startswith("row -3, columns 7 to 9: ")
    assert "too far out; rows and columns go from -60 to 60" in grid_faults("RT2", rest="origin = [61, 0]\n")[0]
    assert "has 1 numbers; right would be [row, column]" in grid_faults("RT2", rest="origin = [61]\n")[0]


def test_a_wild_that_fits_row_and_column_only_apart_is_named():
    # The rules page's example: with BO4 the wild is BX3 in both lines, with BX4 no single card fits.
    assert grid_faults("BS1 ** BO4", ". YX4", ". RX2") == []
    (fault,) = grid_faults("BS1 ** BX4", ". YX4", ". RX2")
    assert fault.startswith(
        "row 0, column 1: the wild stands for no card that fits row 0, columns 0 to 2 (BS1 ** BX4) and"
    )


def test_two_wilds_that_fit_only_one_by_one_are_named():
    # The left one must be red, the right one blue, and there is a red card in their row.
    above, below = [".   RT2", ".   RS2"], [".   .   BX2", ".   .   BS3"]
    assert grid_faults(*above, "RO1 **") == grid_faults("RO4 .   **", *below)[2:] == []
    (fault,) = grid_faults(*above, "RO1 **  **", *below)
    wilds = "the wilds at row 2, column 1 and row 2, column 2"
    assert fault == f"row 2, columns 0 to 2: {wilds} fit one by one, but not both together"


def test_wild_identity_distinct_in_line_forbids_the_cards_of_the_line():
    rule = '[rules]\nwild_identity = "distinct_in_line"\n'
    rows = ["RO1 **", ".   RO2", ".   RO3", ".   RO4"]
    assert grid_faults(*rows) == []
    (fault,) = grid_faults(*rows, rest=rule)
    assert fault.endswith("column 1, rows 0 to 3 (** RO2 RO3 RO4) (and is none of their own cards)")
    assert grid_faults(*rows[:-1], rest=rule) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("RO1 RS1 RT1 RX1", "RO1 RS1 RT1", "line 4, field hand: Anna holds 3 of 4 cards although the pile has 56"),
        ("RO1 RS1 RT1 RX1", "RO1 RS1 RT1 RX1 BO1", "line 4, field hand: Anna holds 5 cards; a hand has at most 4"),
        (
            "RO1 RS1 RT1 RX1",
            "RO1 RS1 RT1 RT2",
            "line 4, field hand: 2 times RT2, in row 0, column 0 and the hand of Anna",
        ),
        (
            "RO1 RS1 RT1 RX1",
            "RO1 RS1 RT1 R11",
            "line 4, field hand: 'R11' in the hand of Anna is no card; right would be",
        ),
        (
            "RO1 RS1 RT1 RX1",
            "RO1 RS1 RT1 ?",
            "line 4, field hand: 3 cards are named, but hand_sizes says that Anna holds 4",
        ),
        (HAND, "", 'field hand: is missing: right would be the cards of Anna such as "RO1 BT2 ** GX4", or [hands]'),
        (GRID, GRID + "[hands]\n", "line 4, field hand: stands beside [hands]; right would be one of them"),
        ('Anna"\n', 'Ana"\n', "line 3, field to_move: 'Ana' is no player; did you mean Anna?"),
        (
            'to_move = "Anna"\n',
            "",
            "field to_move: is missing and the game is not over; right would be one of Anna, Ben",
        ),
        ('"Anna", "Ben"', '"Anna", "Anna"', "line 2, field players: 'Anna' is named twice"),
        ('"Anna", "Ben"', '"Anna", "B\\u001b"', "line 2, field players: 'B?' holds a mark that cannot be printed"),
        ('"Anna", "Ben"', '"Anna", " "', "line 2, field players: the name of seat 1 is empty"),
        ('"Anna", "Ben"', '"Anna"', "line 2, field players: names 1 players; right would be 2 to 4"),
        (
            HAND,
            HAND + "pile = 50\n",
            "line 5, field pile: 3 on the table, 8 in hands and 50 in the pile make 61; with 66",
        ),
        (HAND, HAND + "pile = -1\n", "line 5, field pile: is -1; right would be 55"),
        (HAND, HAND + "pile = 0\n", "line 5, field pile: 3 on the table, 8 in hands and 0 in the pile make 11"),
        (HAND, HAND + 'pile = "RO2 ?"\n', "line 5, field pile: is 'RO2 ?'; cards in order need [hands] of all players"),
        (
            HAND,
            HAND + "scores = [1]\n",
            "line 5, field scores: has 1 numbers; right would be one for each of 2 players",
        ),
        (HAND, HAND + "scores = [1, -2]\n", "line 5, field scores: -2 for Ben; right would be 0 to "),
        (HAND, HAND + "hand_sizes = [3, 4]\n", "line 5, field hand_sizes: says 3 for Anna, whose hand shows 4 cards"),
        (HAND, HAND + "hand_sizes = [4, 5]\n", "line 5, field hand_sizes: Ben holds 5 cards; a hand has at most 4"),
        (HAND, HAND + "known_wilds = [1, 0]\n", "line 5, field known_wilds: is 1 for Anna; right would be 0 to 0"),
        (
            HAND,
            HAND + "known_wilds = [0, 3]\n",
            "3 times **, in the hand of Ben and the hand of Ben and the hand of Ben",
        ),
        (HAND, HAND + "passes = 7\n", "line 5, field passes: is 7; right would be 0 to 6"),
        (
            HAND,
            HAND + 'bottom = "RT2"\n',
            "line 5, field bottom: 2 times RT2, in row 0, column 0 and the pile, card 55",
        ),
        (
            HAND,
            HAND + 'traded_by = ["Anna"]\n',
            "line 5, field traded_by: card 55 of the pile is not known, but was put",
        ),
        (
            HAND,
            HAND + 'bottom = "BO1"\ntraded_by = [1]\n',
            "field traded_by: card 55 of the pile is known, but was not",
        ),
        (HAND, HAND + 'out = ["Ben"]\n', "line 5, field out: Ben has not gone out: that needs an empty hand and"),
        (HAND, HAND + 'viewer = "Cleo"\n', "line 5, field viewer: 'Cleo' is no player; known are Anna, Ben"),
        ('"""\nRT2 BX2 GO2\n"""', '""', "line 5, field grid: the table is empty; right would be at least the starter"),
        ("BX2", "bx9", "line 5, field grid, row 0, column 1: 'bx9' is no card"),
        (GRID, "", "field grid: is missing"),
    ],
)
def test_a_fault_is_named_with_line_and_field(old, new, expected):
    assert old in BASE
    assert any(expected in fault for fault in faults_of(BASE.replace(old, new, 1)))


def test_hands_of_unknown_players_and_second_hands_are_named():
    found = faults_of(HEAD + GRID + '[hands]\nAnna = "RO1 RS1 RT1 RX1"\n0 = "BO1 BO2 BO3 BO4"\nCleo = "BX1"\n')
    assert "a.toml, line 9, field hands.0: is a second hand of Anna" in found
    assert "a.toml, line 10, field hands.Cleo: 'Cleo' is no player; known are Anna, Ben" in found


def test_an_empty_pile_asks_for_hand_sizes_with_three_players():
    text = BASE.replace('"Ben"]', '"Ben", "Cleo"]') + "pile = 0\n"
    assert any("field hand_sizes: is missing; with an empty pile" in fault for fault in faults_of(text))


def test_traded_cards_have_no_known_place_when_they_are_shuffled_in():
    text = HEAD + 'bottom = "BO1"\n' + HAND + GRID + '[rules]\ntraded_cards = "shuffle_in"\n'
    assert faults_of(text)[0].startswith("a.toml, line 4, field bottom: with the rule traded_cards = shuffle_in")


def test_more_cards_than_exist_are_named():
    row = " ".join(["RT2"] * 70)
    assert any("70 cards lie on the table; there are 66" in fault for fault in grid_faults(row))


def test_every_fault_is_named_at_once():
    text = HEAD + 'scores = [-1, 0]\nhand = "RO1 RT2 XX1 RX1"\ngrid = """\nRT2 BX2 GO4\n.   .   .  GO4\n"""\n'
    found = "\n".join(faults_of(text))
    for part in ("-1 for Anna", "'XX1'", "2 times RT2", "2 times GO4", "row 0, columns 0 to 2", "not connected"):
        assert part in found
    with pytest.raises(PositionError) as caught:
        reading(text)
    assert [str(fault) for fault in caught.value.faults] == faults_of(text)


def test_facts_from_elsewhere_are_checked_without_a_file():
    facts = kwatro.completed({**reading(BASE).facts, "scores": [0, -5]})
    plays = len(facts["table"]) - 1
    most = 10_240 * plays
    assert kwatro.faults(facts, kwatro.Options(), ("A", "B")) == [
        ("scores", f"-5 for B; right would be 0 to {most} with {plays} cards played")
    ]
    short = {**facts, "hands": [[]]}
    assert kwatro.faults(short, kwatro.Options(), ("A", "B"))[0].what.startswith("has 1 entries; right would be one")
