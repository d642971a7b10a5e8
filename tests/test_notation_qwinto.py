"""Qwinto's notation: files and lines, faults by field, moves, explanations and drawings."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rulebook import qwinto as book
from test_qwinto_engine import games

import kiebitz
from kiebitz import notation
from kiebitz.notation import document as source
from kiebitz.notation import options
from kiebitz.notation.qwinto import NOTATION as qwinto
from kiebitz.notation.qwinto.cards import DECK
from kiebitz.notation.qwinto.score import points as points_of

EXAMPLES = sorted((Path(__file__).parent.parent / "examples" / "qwinto").glob("*.toml"))
OPENING = 'game = "qwinto"\nplayers = ["Anna", "Ben"]\nto_move = "Anna"\nsquare = "P4 Y3 / G6 O2"\nhand = "G5 O-2 P0"\n'
NAMES = ("Anna B.", "Ben", "Zoë", "D=1", "E/E", "F,F", "G", "H")


def faults_of(text):
    return [str(fault) for fault in notation.check(source.from_text(text, "a.toml"))]


def test_the_options_are_those_of_the_rule_book():
    assert vars(qwinto.Options()) == book.DEFAULTS
    assert {name: set(values) for name, values in options.allowed(qwinto.Options).items()} == {
        name: set(values) for name, values in book.ALL_OPTIONS.items()
    }
    assert tuple(book.CARDS) == DECK


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_is_possible_and_reads_the_same_in_both_forms(path):
    state = kiebitz.load(path)
    assert kiebitz.check(path) == []
    assert kiebitz.parse(state.to_toml()) == state == kiebitz.parse(state.to_line())
    assert len(state.legal_moves()) > 2


def test_the_publishers_sheet_scores_43():
    assert kiebitz.load(EXAMPLES[0].parent / "publisher.toml").scores == [43, 0]


@pytest.mark.parametrize("seed", range(0, 60, 6))
def test_positions_and_views_of_real_games_are_possible_and_survive_both_forms(seed):
    for position, choice in games(range(seed, seed + 6)):
        if choice.random() > 0.15:
            continue
        chosen, names = position.game.options, NAMES[: position.game.players]
        views = [position.view(seat) for seat in range(position.game.players)]
        for facts in [state.facts() for state in (position, *views)]:
            assert qwinto.faults(facts, chosen, names) == []
            for text in (qwinto.write(facts, chosen, names), qwinto.line(facts, chosen, names)):
                assert notation.read(source.from_text(text)) == (facts, chosen, names)


def test_the_end_of_a_game_survives_both_forms():
    for seed in range(60):
        rules = {"empty_pile": book.ALL_OPTIONS["empty_pile"][seed % 3]}
        position = kiebitz.game("qwinto", 1 + seed % 4, rules).deal(seed)
        choice = random.Random(seed)
        while not position.over:
            position.play(position.greedy_move() if seed % 2 else choice.choice(position.legal_moves()))
        for state in (position, position.view(0)):
            assert kiebitz.parse(state.to_toml()) == state == kiebitz.parse(state.to_line())


@pytest.mark.parametrize("seed", range(10))
def test_explained_points_are_those_of_the_rule_book(seed):
    for position, _ in games([seed]):
        facts, chosen = position.facts(), position.game.options
        for text, points in book.legal(facts, vars(chosen)).items():
            assert points_of(facts, chosen, text) == points
            assert qwinto.canonical_move(text) == text
            reasons = qwinto.explain(facts, chosen, text)
            if text.startswith("write"):
                assert sum(int(reason.split()[-1]) for reason in reasons if reason.split()[-1][0] == "+") == points
            elif "@" in text:
                fields = qwinto.move_fields(text, facts)
                after = book.play(facts, text, vars(chosen))
                if after["announced"]:
                    assert after["announced"] == {"sum": fields["sum"], "colours": "".join(fields["colours"])}


def test_the_fields_of_moves_are_those_of_the_contract():
    assert qwinto.move_fields("write Y7") == {"kind": "write", "field": "Y7"}
    assert qwinto.move_fields("decline") == {"kind": "decline"}
    pair = {"kind": "place", "cards": [["O3", "TL"], ["P3", "TR"]]}
    assert qwinto.move_fields("O3@TL P3@TR") == pair
    facts = {"square": ["P4", "Y3", "G6", "O2"]}
    assert qwinto.move_fields("O3@TL P3@TR", facts) == {**pair, "sum": 8, "colours": ["O", "P"]}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [(" g5 @ tl ", "G5@TL"), ("o3@TL p3@tr", "O3@TL P3@TR"), ("WRITE y7", "write Y7"), ("Decline", "decline")],
)
def test_moves_are_read_whatever_their_blanks_and_capitals(typed, meant):
    assert qwinto.canonical_move(typed) == meant


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "empty move"),
        ("write Y6", "'Y6' is no field"),
        ("write", "is no field"),
        ("decline Y7", "names nothing"),
        ("G7@TL", "'G7' is no card"),
        ("G5@XX", "'XX' is no stack"),
        ("G5", "no card@stack"),
        ("G5@TL O5@BR", "BR is not beside TL; right would be TR or BL"),
        ("G5@TL O4@TR", "are no pair"),
        ("G5@TL G5@TR", "only one G5"),
        ("G5@TL O5@TR P5@TL", "3 cards"),
    ],
)
def test_a_text_that_is_no_move_is_refused_with_the_right_forms(text, part):
    with pytest.raises(kiebitz.NotationError, match=part):
        qwinto.canonical_move(text)


SHEET = "[sheets.Anna]\n"
SAID = 'announced = { sum = 14, colours = "Y", active = "Ben" }\n'


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        (
            OPENING + SHEET + 'orange = ". 5 4 | . . . . . ."',
            "line 7, field sheets.Anna.orange",
            "4 in column 4 stands right of 5",
        ),
        (OPENING + SHEET + 'orange = ". 5 5 | . . . . . ."', "field sheets.Anna.orange", "must rise"),
        (
            OPENING + SHEET + 'orange = "19 . . | . . . . . ."',
            "field sheets.Anna.orange",
            "19 in column 2 cannot be announced",
        ),
        (OPENING + SHEET + 'orange = ". . . | . ."', "field sheets.Anna.orange", "has 5 fields"),
        (OPENING + SHEET + 'orange = ". . . . | . . . . ."', "field sheets.Anna.orange", "the gap"),
        (OPENING + SHEET + 'purple = ". . x . | . . . . ."', "field sheets.Anna.purple", "'x' is no number"),
        (
            OPENING + SHEET + 'orange = "7 . . | . . . . . ."\npurple = ". . 7 . | . . . . ."',
            "line 8, field sheets.Anna.purple",
            "7 in column 2 stands in orange too",
        ),
        (OPENING + SHEET + "penalties = 5", "field sheets.Anna.penalties", "is 5; right would be 0 to 4"),
        (OPENING + SHEET + "penalties = 4", "field to_move", "Anna has 4 penalties: the game is over"),
        (OPENING + "[sheets.Cleo]\npenalties = 1", "field sheets.Cleo", "is no player"),
        (OPENING.replace("O2", "O7"), "line 4, field square", "'O7' in the stack BR is no card"),
        (
            OPENING.replace("O2", "G5"),
            "line 5, field hand",
            "G5 is in the stack BR and in the hand of Anna; there is one",
        ),
        (OPENING.replace(" O2", ""), "field square", "has 3 cards"),
        (OPENING.replace(" P0", ""), "line 5, field hand", "Anna holds 2 cards; right would be 3"),
        (OPENING.replace('hand = "G5 O-2 P0"\n', ""), "field hand", "is missing"),
        (OPENING.replace("G5", "G9") + '[hands]\nBen = "? ? ?"', "line 5, field hand:", "'G9' in the hand of Anna"),
        (OPENING.replace('to_move = "Anna"\n', ""), "field to_move", "is missing and the game is not over"),
        (OPENING.replace('to_move = "Anna"', 'to_move = "Cleo"'), "line 3, field to_move", "'Cleo' is no player"),
        (OPENING + "pile = 21", "line 6, field pile", "right would be pile = 22"),
        (OPENING + 'covered = "G5"', "field hand", "G5 is in the covered cards and in the hand of Anna"),
        (OPENING + 'active = "Ben"', "field active", "leave active out"),
        (
            OPENING + SAID.replace("14", "10"),
            "field announced.sum",
            "is 10, which the square does not give: TL gives 13",
        ),
        (OPENING + SAID.replace("14", "0"), "field announced.sum", "is 0; a number to write is 1 to 18"),
        (OPENING + SAID.replace('"Y"', '"OY"'), "field announced", "does not give"),
        (OPENING + '[writes]\nBen = "Y7"', "field writes.Ben", "nothing is announced"),
        (OPENING + "[rules]\nstart_player = 2", "field rules.start_player", "with 2 players right would be 0 to 1"),
        (OPENING + "[rules]\nmax_players = 1", "field players", "names 2 players; right would be 1 to 1"),
        (OPENING + '[rules]\nempty_pile = "never"', "field rules.empty_pile", "one of"),
        (OPENING + 'reshuffled = "O6 P5"\n[drawn]\nBen = [0, 0, 2]', "field drawn.Ben", "from 0 to 1"),
        (OPENING + 'reshuffled = "O6 P5"\n[drawn]\nBen = [0, 0, 1]', "field reshuffled", "are out of sight"),
    ],
)
def test_faults_are_named_by_field(text, where, what):
    found = [fault for fault in faults_of(text) if where in fault and what in fault]
    assert found, faults_of(text)


def announced(**writes):
    """Ben has announced 13 in yellow or orange, and Anna decides after him."""
    square = OPENING.replace("P4 Y3 / G6 O2", "O3 Y6 / O4 O2")
    lines = "".join(f'{name} = "{text}"\n' for name, text in writes.items())
    return (
        square + 'announced = { sum = 13, colours = "YO", active = "Ben" }\n' + (f"[writes]\n{lines}" if writes else "")
    )


def test_a_write_question_needs_no_hand_and_knows_no_write_of_others():
    view = kiebitz.parse(announced().replace('hand = "G5 O-2 P0"\n', ""))
    assert view.facts()["announced"] == {"sum": 13, "colours": "OY"}
    assert view.facts()["hand_sizes"] == [3, 2]
    assert sorted(view.legal_moves().texts())[0] == "decline"
    assert len(view.legal_moves()) == 19
    assert view.sample(1).facts()["writes"][1] is not None
    assert "does not see" in faults_of(announced(Ben="Y7"))[0]


def test_decisions_of_a_known_position_are_checked():
    hands = '[hands]\nAnna = "G5 O-2 P0"\nBen = "P1 P2"\n'
    pile = [card for card in book.CARDS if card not in ["O3", "Y6", "O4", "O2", "G5", "O-2", "P0", "P1", "P2"]]
    text = announced(Ben="Y7").replace('hand = "G5 O-2 P0"\n', f'pile = "{" ".join(pile)}"\n') + hands
    assert faults_of(text) == []
    assert kiebitz.parse(text).facts()["writes"] == [None, "Y7"]
    assert "13 may not be written in P2" in faults_of(text.replace("Y7", "P2"))[0]
    assert "has not decided" in faults_of(text.replace("[hands]", 'Anna = "decline"\n[hands]'))[0]


def test_drawings_show_square_sheets_and_what_a_move_adds():
    state = kiebitz.load(EXAMPLES[0].parent / "publisher.toml")
    facts = state.facts()
    lines = qwinto.draw(facts, state.names, "O5@TL")
    assert lines[0].split() == ["[O5]", "Y3"]
    assert "   O             .    5!   .         .   10!  13    .   17    ." in lines
    write = kiebitz.load(EXAMPLES[0].parent / "thirteen.toml")
    assert "[13]" in "\n".join(qwinto.draw(write.facts(), write.names, "write O11"))
    assert qwinto.draw_rich(facts, state.names).plain.splitlines()[0].split() == ["P4", "Y3"]
    assert qwinto.html(facts, ("<b>", "Ben"), "O5@TL").count("<table") == 3
    assert "<u>13</u>" in qwinto.html(write.facts(), write.names, "write O11")
    assert "<b>" not in qwinto.html(facts, ("<b>", "Ben"))


EDITS = st.sampled_from(["", '"', "[", "]", "=", "\n", ".", "G5", "|", " ", "/", "-", "9", "?", "18", "{", "\\", "é"])


@st.composite
def mutated(draw, texts):
    """A text with a few pieces cut out, doubled or replaced."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 12)))
        text = text[:start] + draw(EDITS) + draw(st.sampled_from(["", text[start:end]])) * 2 + text[end:]
    return text


TEXTS = [path.read_text() for path in EXAMPLES]


def refusal(text):
    """The KiebitzError that reading a text ends with, or None."""
    try:
        kiebitz.parse(text, "a.toml")
    except kiebitz.KiebitzError as error:
        return error
    return None


@settings(max_examples=400, deadline=None)
@given(mutated([*TEXTS, *(kiebitz.parse(text).to_line() for text in TEXTS)]))
def test_a_mutated_text_is_read_or_refused_by_name(text):
    error = refusal(text)
    if isinstance(error, kiebitz.PositionError):
        assert error.faults
        assert all(fault.where.startswith("a.toml") and fault.what for fault in error.faults)
    elif error is not None:
        assert str(error).startswith("a.toml")
    else:
        state = kiebitz.parse(text)
        assert kiebitz.parse(state.to_line()) == state == kiebitz.parse(state.to_toml())
        if not state.over and (isinstance(state, kiebitz.Position) or state.player == state.to_move):
            assert state.greedy_move() in state.legal_moves()


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats()
    | st.sampled_from(["Anna", "G5 O1", "?", ""]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["Anna", "Ben", "sum", "0"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(max_examples=500, deadline=None)
@given(st.sampled_from(TEXTS), st.dictionaries(st.sampled_from([*qwinto.schema.fields, "x"]), VALUES, max_size=3))
def test_any_values_in_any_field_are_read_or_refused_by_name(text, changes):
    raw = {**source.from_toml(text).raw, **changes}
    document = source.Document("a.toml", {key: value for key, value in raw.items() if value is not None})
    for fault in notation.check(document):
        assert fault.where.startswith("a.toml, field ")
        assert fault.what
