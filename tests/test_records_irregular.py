"""What happened, happened: moves against the rules that stood, and scores that the players count."""

import random

import pytest
from recorded import PLAYERS
from rulebook import kwatro as book

import kiebitz
from kiebitz.records import Entry, EntryError, Record
from kiebitz.records.kwatro import stand


def opened(game, cards, players=("Anna", "Ben"), **hands):
    known = {list(players).index(name): hand.split() for name, hand in hands.items()}
    return Record.open_deal(kiebitz.game(game, len(players)), cards, players, None, known)


def test_an_illegal_play_of_kwatro_stands_and_the_game_goes_on():
    record = opened("kwatro", "RT2")
    record.play("BX2@0,1 GO2@0,2")
    record.add(Entry("move", 1, "GX3@0,3", irregular="2, 2, 2, 3 is no line"))
    assert record.table.facts["table"][0, 3] == "GX3"
    assert record.table.to_move == 0
    assert record.table.pile()[0] == 54
    assert record.faults() == []
    record.add(Entry("scores", scores=(6, 9)))
    assert record.table.facts["scores"] == [6, 9]
    record.play("RO3@-1,2 YO1@1,2")
    assert record.table.facts["scores"] == [12, 9]
    with pytest.raises(EntryError, match="not legal"):
        record.play("RS1@0,4")


def test_a_legal_move_out_of_turn_stands():
    record = opened("kwatro", "RT2")
    record.add(Entry("move", 1, "BX2@0,1", irregular="Anna was to begin"))
    assert record.table.facts["scores"] == [0, 4]
    assert record.table.to_move == 0


def test_a_wrong_number_of_drawn_cards_leaves_the_hand_unknown_and_the_table_known():
    record = opened("kwatro", "RT2", Anna="BX2 GO2 YS4 GX1")
    record.add(Entry("move", 0, "BX2@0,1", drew=("RO1", "RO3"), irregular="drew one too many"))
    assert record.table.facts["table"][0, 1] == "BX2"
    assert sorted(record.table.known_hands()[0]) == ["GO2", "GX1", "YS4"]


def test_an_illegal_number_of_qwinto_stands():
    record = opened("qwinto", "P4 Y3 / G6 O2")
    record.play("G5@TL")
    record.play("write Y7")
    record.play("decline")
    record.play("O3@TL P3@TR")
    record.play("write P3")
    record.add(Entry("move", 0, "write P7", irregular="8 stands in P3 already"))
    assert record.table.facts["sheets"][0]["purple"].count(8) == 1
    assert record.table.to_move == 0


def test_an_illegal_capture_of_quanto_stands():
    record = opened("quanto", "2 4 4 8")
    record.add(Entry("move", 0, "9 takes 4 4", turned_up=("6", "7"), irregular="4 and 4 are 8"))
    assert record.table.facts["won"] == [3, 0]
    assert record.table.facts["display"] == ["2", "6", "7", "8"]
    assert record.table.to_move == 1


@pytest.mark.parametrize(
    ("game", "cards", "move"),
    [
        ("kwatro", "RT2", "BX2@5,5"),
        ("kwatro", "RT2", "BX2@0,0"),
        ("kwatro", "RT2", "swap BX2@0,0"),
        ("quanto", "2 4 4 8", "9 takes 5 4"),
        ("quanto", "2 4 4 8", "9 collects"),
        ("quanto", "2 4 4 8", "J steals Ben"),
        ("quanto", "2 4 4 8", "1 creates 2"),
        ("qwinto", "P4 Y3 / G6 O2", "write Y7"),
        ("qwinto", "P4 Y3 / G6 O2", "G6@TL"),
        ("qwinto", "P4 Y3 / G6 O2", "nonsense"),
    ],
)
def test_a_move_that_cannot_be_carried_out_leaves_the_table_unknown(game, cards, move):
    record = opened(game, cards)
    record.add(Entry("move", 0, move, irregular="it happened"))
    assert record.table.facts is None
    assert "against the rules" in record.table.lost.why
    assert Record.parse(record.to_toml()) == record


def test_scores_that_are_only_noted_change_nothing():
    record = opened("kwatro", "RT2")
    record.play("BX2@0,1")
    before = record.table.facts
    record.add(Entry("scores", scores=(5, 0), stand=False))
    assert record.table.facts == before
    assert record.table.counted == (5, 0)
    with pytest.raises(EntryError, match="one for each of 2 players"):
        record.add(Entry("scores", scores=(5,)))


def test_every_number_of_players_has_a_score():
    assert max(PLAYERS["quanto"]) == 6
    record = opened("quanto", "2 4 4 8", ("A", "B", "C"))
    record.add(Entry("scores", scores=(1, 2, 3)))
    assert record.table.counted == (1, 2, 3)


def test_the_engine_and_the_rule_book_agree_on_tables_with_invalid_lines():
    """Also on dead cells, where no card fits, cards may lie against the rules."""
    compared = 0
    for seed in range(40):
        choice = random.Random(seed)
        rules = {key: choice.choice(values) for key, values in book.ALL_OPTIONS.items() if choice.random() < 0.3}
        position = kiebitz.game("kwatro", 2, rules).deal(seed)
        for _ in range(3):
            position = laid_anywhere(position, choice)
            if position is None or position.over:
                break
            legal = {move.text: move.points for move in position.legal_moves()}
            assert legal == book.legal(position.facts(), {**book.DEFAULTS, **rules})
            position.play(choice.choice(sorted(legal)))
            compared += 1
    assert compared > 50


def laid_anywhere(position, choice):
    """The position after a card was laid on any cell beside the table; None if the game cannot go on from there."""
    facts = position.facts()
    if position.over or not facts["hands"][position.to_move]:
        return None
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    cells = sorted({(row + down, column + right) for row, column in facts["table"] for down, right in steps})
    row, column = choice.choice([cell for cell in cells if cell not in facts["table"]])
    card = choice.choice(facts["hands"][position.to_move])
    try:
        after = stand(position, f"{card}@{row},{column}")
    except EntryError:
        return None
    laid = position.game.position(after, position.names, trusted=True)
    assert laid.facts() == after
    return laid
