"""Reading and writing of Kwatro's position files."""

from pathlib import Path

import pytest

from kiebitz import notation
from kiebitz.notation import document as source
from kiebitz.notation.kwatro import NOTATION as kwatro
from kiebitz.notation.kwatro.cards import DECK

EXAMPLES = sorted((Path(__file__).parent.parent / "examples" / "kwatro").glob("*.toml"))
HEAD = 'game = "kwatro"\nplayers = ["Anna", "Ben"]\nto_move = "Anna"\n'
HAND = 'hand = "RO1 RS1 RT1 RX1"\n'
GRID = 'grid = """\nRT2 BX2 GO2\n"""\n'
BASE = HEAD + HAND + GRID


def reading(text):
    return notation.read(source.from_text(text, "a.toml"))


def faults_of(text):
    return [str(fault) for fault in notation.check(source.from_text(text, "a.toml"))]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_are_possible_positions(path):
    assert notation.check(source.from_path(path)) == []


def test_there_are_six_examples():
    assert {path.stem for path in EXAMPLES} == {
        "evening",
        "rulebook",
        "opening",
        "two-wilds",
        "ending",
        "three-players",
    }


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_survive_writing_and_reading(path):
    read = notation.read(source.from_path(path))
    assert notation.read(source.from_text(kwatro.write(*read))) == read
    assert notation.read(source.from_text(kwatro.line(*read))) == read


def test_the_rule_sheets_position_is_read_as_facts():
    facts, options, names = notation.read(source.from_path(EXAMPLES[0].parent / "rulebook.toml"))
    assert facts["table"][-1, 2] == "RO3"
    assert facts["table"][2, 3] == "RX1"
    assert facts["hands"] == [["**", "BO1", "GX1", "RS4"], []]
    assert facts["hand_sizes"] == [4, 4]
    assert facts["pile"] == facts["traded_by"] == [None] * 47
    assert (facts["to_move"], facts["viewer"], facts["scores"]) == (0, 0, [40, 214])
    assert (options, names) == (kwatro.Options(), ("first", "second"))


def test_the_one_line_form_looks_as_documented():
    assert kwatro.line(*reading(BASE)) == (
        "kiebitz1 game=kwatro players=Anna,Ben to_move=Anna scores=0,0 hand=RO1,RS1,RT1,RX1 grid=RT2,BX2,GO2 pile=55"
    )


def test_option_codes_follow_the_engines_order():
    assert kwatro.Options().codes() == [0, 0, 0, 0, 0, 0, 3, 0]
    text = BASE + '[rules]\nrecycle = "off"\nfinal_round = true\nstalemate_rounds = 2\nwild_starter = "allow"\n'
    assert reading(text).options.codes() == [0, 0, 2, 0, 0, 1, 2, 1]


def test_grids_may_have_short_rows_blank_lines_and_small_letters():
    text = HEAD + HAND + 'origin = [3, -1]\ngrid = """\n\n\n. rt2   bx2\n. gs3\n\n"""\n'
    assert reading(text).facts["table"] == {(3, 0): "RT2", (3, 1): "BX2", (4, 0): "GS3"}


def test_all_hands_and_the_order_of_the_pile_make_a_fully_known_position():
    gone = ["RT2", "RO1", "RS1", "RT1", "RX1", "BO1", "BS1", "BT1", "BX1"]
    rest = [card for card in DECK if card not in gone]
    hands = '[hands]\nBen = "BO1 BS1 BT1 BX1"\nAnna = "RO1 RS1 RT1 RX1"\n'
    facts = reading(HEAD + f'grid = "RT2"\npile = "{" ".join(rest)}"\n' + hands).facts
    assert facts["viewer"] is None
    assert facts["pile"] == rest
    assert facts["hands"] == [["RO1", "RS1", "RT1", "RX1"], ["BO1", "BS1", "BT1", "BX1"]]


def test_hands_may_be_known_in_part():
    facts = reading(HEAD + GRID + '[hands]\nAnna = "RO1 RS1 RT1 RX1"\nBen = "? BO1 ? ?"\n').facts
    assert facts["viewer"] == 0
    assert facts["hands"] == [["RO1", "RS1", "RT1", "RX1"], ["BO1"]]
    assert facts["hand_sizes"] == [4, 4]


def test_a_view_may_be_that_of_a_player_who_is_not_to_move():
    read = reading(HEAD + 'viewer = "Ben"\n' + HAND + GRID)
    assert (read.facts["to_move"], read.facts["viewer"]) == (0, 1)
    assert read.facts["hands"] == [[], ["RO1", "RS1", "RT1", "RX1"]]
    assert reading(kwatro.write(*read)) == read


def test_known_wilds_lie_in_the_hands_of_others():
    facts = reading(HEAD + "known_wilds = [0, 1]\n" + HAND + GRID).facts
    assert facts["hands"][1] == ["**"]


def test_own_traded_cards_lie_at_the_bottom_the_last_one_lowest():
    facts = reading(HEAD + 'bottom = "BO1 ? BO4"\n' + HAND + GRID).facts
    assert facts["pile"][-4:] == [None, "BO1", None, "BO4"]
    assert facts["traded_by"][-4:] == [None, 0, 1, 0]


def test_with_two_players_and_no_pile_the_other_hand_has_the_remaining_cards():
    text = (EXAMPLES[0].parent / "ending.toml").read_text().replace("hand_sizes = [4, 3]", "")
    assert reading(text).facts["hand_sizes"] == [4, 3]


def test_a_finished_game_has_no_player_to_move():
    text = BASE.replace('to_move = "Anna"', 'viewer = "Ben"') + "passes = 6\n"
    assert reading(text).facts["to_move"] is None
    assert faults_of(BASE + "passes = 6\n") == [
        "a.toml, line 3, field to_move: 6 passes in a row ended the game: the game is over; leave to_move out"
    ]


def test_in_the_final_round_only_later_seats_have_a_turn():
    ending = (EXAMPLES[0].parent / "ending.toml").read_text()
    out = ending.replace("hand_sizes = [4, 3]", "hand_sizes = [3, 0]").replace("BT1 GO1 RO2 YO1", "GO1 RO2 YO1")
    # The four missing cards do not matter here.
    final = [fault for fault in faults_of(out + "[rules]\nfinal_round = true\n") if "to_move" in fault]
    assert len(final) == 1
    assert "Ben has no cards left, and only later seats have a turn in the final round" in final[0]
    swapped = out.replace("[3, 0]", "[0, 3]").replace('to_move = "Anna"', 'to_move = "Ben"')
    document = source.from_text(swapped + "[rules]\nfinal_round = true\n")
    assert not [fault for fault in notation.check(document) if "to_move" in fault.where]


def test_names_with_any_marks_survive():
    names = ('A "B" \\ ,', "Ü. = [x] '''%2E/")
    facts, options, _ = reading(BASE)
    for text in (kwatro.write(facts, options, names), kwatro.line(facts, options, names)):
        assert notation.read(source.from_text(text)) == (facts, options, names)
    hands = HEAD.replace('"Anna", "Ben"', '"A. B", "Ben"').replace('"Anna"', "0") + GRID
    assert reading(hands + '[hands]\n"A. B" = "RO1 RS1 RT1 RX1"\n').facts["hands"][0][0] == "RO1"
