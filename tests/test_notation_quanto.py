"""Quanto's notation: files and lines, faults by field, tolerant reading of moves, explanations, drawings."""

import random
from pathlib import Path

import pytest
from rulebook import quanto as rulebook

import kiebitz
from kiebitz.errors import NotationError, PositionError
from kiebitz.notation import options as option_kinds
from kiebitz.notation.quanto import NOTATION as quanto
from kiebitz.notation.quanto.cards import groups_of, stack_possible

EXAMPLES = sorted((Path(__file__).parent.parent / "examples" / "quanto").glob("*.toml"))
HEAD = """game = "quanto"
players = ["Anna", "Ben"]
to_move = "Anna"
"""
GOOD = {"display": '"2 4 4 8* 11"', "hand": '"8 1 J 12*"', "won": "[12, 8]", "last_taker": '"Ben"'}


def file(stacks="", rules="", **fields):
    lines = [f"{key} = {value}" for key, value in (GOOD | fields).items() if value is not None]
    return HEAD + "\n".join(lines) + f"\n{stacks}\n" + (f"[rules]\n{rules}\n" if rules else "")


def faults(**fields):
    return {fault.where.split("field ")[-1]: fault.what for fault in kiebitz.check(file(**fields))}


def test_options_have_the_names_values_and_defaults_of_the_rule_book():
    allowed = option_kinds.allowed(quanto.Options)
    assert {name: set(values) for name, values in allowed.items()} == {
        name: set(values) for name, values in rulebook.ALL_OPTIONS.items()
    }
    defaults = quanto.Options()
    assert {name: getattr(defaults, name) for name in allowed} == rulebook.DEFAULTS


@pytest.mark.parametrize("base_size", [2, 7, "often", 4.0, True])
def test_an_impossible_base_size_is_refused(base_size):
    with pytest.raises(PositionError, match="base_size"):
        quanto.Options(base_size=base_size)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_is_possible_and_reads_back_from_all_its_forms(path):
    assert kiebitz.check(path) == []
    state = kiebitz.load(path)
    assert kiebitz.parse(state.to_toml()) == state
    assert kiebitz.parse(state.to_line()) == state
    assert len(state.legal_moves()) > 1
    assert str(state)
    assert state._repr_html_().startswith("<table")


def test_fields_that_a_file_leaves_out_follow_from_the_others():
    facts = kiebitz.parse(file()).facts()
    assert len(facts["pile"]) == 110 - 5 - 8 - 20
    assert facts["hand_sizes"] == [4, 4]
    assert facts["gone"] == []
    assert facts["hands"] == [["1", "8", "12*", "J"], []]


def test_with_a_pile_given_the_rest_counts_as_set_aside():
    facts = kiebitz.parse(file(pile="70")).facts()
    assert len(facts["pile"]) == 70
    world = kiebitz.parse(file(pile="70")).sample(1).facts()
    assert len(world["gone"]) == 20 + 7


def test_a_stack_that_was_not_noted_has_a_size():
    state = kiebitz.parse(file(stacks="[quanto]\nBen = { chip = 10, size = 3 }"))
    assert state.facts()["stacks"] == [None, {"chip": 10, "cards": [], "size": 3}]
    assert "J steals Ben" in state.legal_moves().texts()
    assert state.move("J steals Ben").points == 4


IMPOSSIBLE = [
    ("display", "is no card", {"display": '"2 4 13 8* 11"'}),
    ("display", "is no card", {"display": '"2 4 4 3* 11"'}),
    ("display", "at least 4", {"display": '"2 4 4"'}),
    ("display", "2 times 8*", {"display": '"2 4 8* 8* 11"'}),
    ("hand", "3 times J", {"display": '"2 4 J J 11"'}),
    ("hand", "5 cards; a hand has at most 4", {"hand": '"8 1 J 12* 9"'}),
    ("hand", "is missing", {"hand": None}),
    ("seen", "2 times 12*", {"seen": '"12*"'}),
    ("seen", "only 20 have gone", {"seen": '"' + " ".join(map(str, [5] * 8 + [6] * 8 + [7] * 8)) + '"'}),
    ("won", "right would be one for each of 2 players", {"won": "[12, 8, 9]"}),
    ("won", "is -1 for Anna", {"won": "[-1, 8]"}),
    ("won", "100 cards are won", {"won": "[50, 50]", "pile": "20"}),
    ("pile", "unexplained", {"pile": "20"}),
    ("pile", "right would be 77", {"pile": "200"}),
    ("pile", "need [hands]", {"pile": '"1 2 3"'}),
    ("hand_sizes", "although the pile has", {"hand_sizes": "[4, 3]"}),
    ("hand_sizes", "whose hand shows 4", {"hand_sizes": "[3, 4]"}),
    ("last_taker", "is no player; known are Anna, Ben", {"last_taker": '"Zoe"'}),
    ("last_taker", "nothing is won", {"won": "[0, 0]"}),
    ("turned", "needs the discarded 3", {"turned": '"5 6 7"'}),
    ("turned", "names 4 cards", {"turned": '"5 6 7 9"', "display": '"2 3 4 8* 11"'}),
    ("phase", "one_of", {"phase": '"chain"'}),
    ("quanto.Ben", "chip 4 does not exist", {"stacks": '[quanto]\nBen = { chip = 4, cards = "1 3" }'}),
    ("quanto.Ben", "no stack of chip 10", {"stacks": '[quanto]\nBen = { chip = 10, cards = "4 5" }'}),
    ("quanto.Ben", "no stack of chip 10", {"stacks": '[quanto]\nBen = { chip = 10, cards = "10 10" }'}),
    ("quanto.Ben", "size 1", {"stacks": "[quanto]\nBen = { chip = 10, size = 1 }"}),
    ("quanto.Ben", "neither cards nor size", {"stacks": "[quanto]\nBen = { chip = 10 }"}),
    (
        "quanto.Ben",
        "chip 10 is held by Anna and Ben",
        {"stacks": '[quanto]\nAnna = { chip = 10, cards = "3 7" }\nBen = { chip = 10, cards = "4 6" }'},
    ),
    ("quanto.Zoe", "is no player", {"stacks": "[quanto]\nZoe = { chip = 10, size = 3 }"}),
    ("rules.base_size", "a number of cards from 3 to 6", {"rules": "base_size = 9"}),
]


@pytest.mark.parametrize(("field", "what", "change"), IMPOSSIBLE, ids=lambda value: str(value)[:40])
def test_an_impossible_position_is_refused_by_field(field, what, change):
    found = faults(**change)
    assert field in found, found
    assert what in found[field]


def test_a_game_that_is_over_has_no_player_to_move():
    over = file(hand='""', pile="0", hand_sizes="[0, 0]", won="[60, 45]")
    assert [fault.what for fault in kiebitz.check(over)] == ["all hands are empty: the game is over; leave to_move out"]


@pytest.mark.parametrize("seed", range(12))
def test_positions_and_views_of_whole_games_read_back_and_are_possible(seed):
    choice = random.Random(seed)
    rules = {name: choice.choice(values) for name, values in rulebook.ALL_OPTIONS.items()} if seed else {}
    names = ["Anna B.", "Zoë, the 1st", "4 takes", "J", "D=1", "8*"][: 2 + seed % 5]
    position = kiebitz.game("quanto", len(names), rules).deal(seed, names)
    while True:
        states = [position, *(position.view(seat) for seat in range(len(names)))]
        for state in states if choice.random() < 0.3 or position.over else states[:1]:
            assert kiebitz.parse(state.to_toml()) == state
            assert kiebitz.parse(state.to_line()) == state
        if position.over:
            break
        moves = position.legal_moves()
        texts = moves.texts()
        assert [quanto.canonical_move(text, position.game.options, position.names) for text in texts] == texts
        move = choice.choice(moves)
        assert quanto.explain(position.facts(), position.game.options, move.text, position.names)[-1].endswith(
            ("no points", f"{move.points} point", f"{move.points} points")
        )
        position.play(move)


SAME = [
    ("8 takes 8 4,4", "8 takes 4 4 8"),
    ("j AS 9 takes 9", "J as 9 takes 9"),
    ("J takes 4 4", "J as 4 takes 4 4"),
    ("J as 8 takes 4 4", "J as 4 takes 4 4"),
    ("9* takes 4 5 bonus 9", "9* takes 4 5 9"),
    ("5* takes 1 4 bonus 4*", "5* takes 1 4* bonus 4"),
    ("10* collects 6 bonus 4", "10* collects 4 6"),
    ("4 creates 6* with 4 6", "4 creates 6 with 4 6*"),
    ("4 creates 6 with 10", "4 creates 6 with 10"),
    ("j steals ben 4 3", "J steals Ben 3 4"),
    ("J as 10 steals Ben", "J steals Ben"),
    ("FILL  hand", "fill hand"),
]


@pytest.mark.parametrize(("said", "printed"), SAME)
def test_a_move_may_be_said_in_other_ways(said, printed):
    assert quanto.canonical_move(said, quanto.Options(), ["Anna", "Ben"]) == printed


WRONG = [
    ("", "empty move"),
    ("8", "is no action of a card"),
    ("13 takes 4", "'13' is no card"),
    ("8 takes", "names no cards"),
    ("8 takes x", "'x' is no card"),
    ("8 as 3 takes 3", "only a joker"),
    ("J as 13 takes 3", "no number of a joker"),
    ("4 creates 6 10", "after `with`"),
    ("2 discards 4", "takes no cards"),
    ("9* takes 9 bonus", "one card at the end"),
    ("J steals Zoe", "is no player"),
    ("8 takes 8* 8*", "named 2 times"),
]


@pytest.mark.parametrize(("text", "what"), WRONG)
def test_a_text_that_is_no_move_is_refused_with_what_would_be_right(text, what):
    with pytest.raises(NotationError, match=what.replace("*", r"\*")):
        quanto.parse_move(text, ["Anna", "Ben"])


FIELDS = [
    ("8 takes 4 4", {"kind": "capture", "card": "8", "takes": ["4", "4"], "bonus": None}),
    ("J as 8 takes 8", {"kind": "capture", "card": "J", "takes": ["8"], "bonus": None, "as": 8}),
    ("4 creates 6 with 10", {"kind": "create", "card": "4", "takes": ["6", "10"], "bonus": None, "chip": 10}),
    ("4 extends 1 5", {"kind": "extend", "card": "4", "takes": ["1", "5"], "bonus": None}),
    ("10 collects", {"kind": "collect", "card": "10", "takes": [], "bonus": None, "chip": 10}),
    ("J steals Anna B. 3 4", {"kind": "steal", "card": "J", "takes": ["3", "4"], "bonus": None, "from": "Anna B."}),
    ("2 discards", {"kind": "discard", "card": "2", "takes": [], "bonus": None}),
    ("9* takes 9 bonus 12", {"kind": "capture", "card": "9*", "takes": ["9"], "bonus": "12"}),
    ("fill display", {"kind": "draw_display"}),
    ("fill hand", {"kind": "draw_hand"}),
]


@pytest.mark.parametrize(("text", "fields"), FIELDS)
def test_the_fields_of_a_move(text, fields):
    assert quanto.move_fields(text) == fields


def test_a_move_is_explained_in_words():
    state = kiebitz.parse(file(stacks='[quanto]\nBen = { chip = 10, cards = "3 7" }'))
    explain = state.game.notation.explain

    def told(move):
        return explain(state.facts(), state.game.options, move, state.names)

    assert told("8 takes 4 4 8*") == ["takes groups of 8: 8*, 4+4", "1+3 = 4 points"]
    assert told("J steals Ben") == ["steals the stack of Ben: 2 cards, and chip 10 returns", "2+1 = 3 points"]
    assert told("1 discards") == ["lays 1 in the display", "takes a card from Ben", "1 point"]
    assert told("8 creates 2") == ["creates a stack: 8+2 = chip 10", "no points"]


def test_a_drawing_marks_the_cards_of_a_move():
    state = kiebitz.parse(file())
    lines = quanto.draw(state.facts(), state.names, "8 takes 4 4")
    assert lines[0].split() == ["display:", "2", "[4]", "[4]", "8*", "11"]
    assert "[8]" in lines[2]
    assert quanto.draw_rich(state.facts(), state.names, "8 takes 4 4").plain.splitlines()[0].split() == lines[0].split()
    assert "<u>4</u>" in quanto.html(state.facts(), state.names, "8 takes 4 4")


def test_groups_are_found_whenever_there_are_some():
    choice = random.Random(2)
    for _ in range(600):
        cards = rulebook.ordered(choice.sample([*rulebook.CARDS, "J", "J"], choice.randint(1, 6)))
        if cards.count("J") <= 2:
            total = choice.randint(1, 12)
            found = groups_of(cards, total)
            assert (found is not None) == (cards in rulebook.unions(cards, total, "wild"))
            if found is not None:
                assert rulebook.ordered(card for group in found for card in group) == cards
                assert all(rulebook.is_group(group, total, "wild") for group in found)


@pytest.mark.parametrize(
    ("cards", "chip", "possible"),
    [
        ("4 6", 10, True),
        ("4 6 10", 10, True),
        ("4 6 J", 10, True),
        ("1 2 4 5 8", 10, True),
        ("4 4* 8", 8, True),
        ("4 J", 10, False),
        ("4 6 9", 10, False),
        ("10 10", 10, False),
        ("4 5 1", 10, False),
    ],
)
def test_which_stacks_can_have_been_built(cards, chip, possible):
    assert stack_possible(cards.split(), chip) == possible
