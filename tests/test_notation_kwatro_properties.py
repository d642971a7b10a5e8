"""Kwatro's notation on generated positions and texts: games played by the rule book, mutated files."""

import random
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rulebook import kwatro as rulebook

from kiebitz import notation
from kiebitz.errors import KiebitzError, PositionError
from kiebitz.notation import document as source
from kiebitz.notation import options
from kiebitz.notation.kwatro import NOTATION as kwatro
from kiebitz.notation.kwatro.cards import DECK
from kiebitz.notation.kwatro.score import points as points_of

EXAMPLES = [path.read_text() for path in sorted((Path(__file__).parent.parent / "examples" / "kwatro").glob("*.toml"))]
NAMES = ("Anna B.", "Ben", "Zoë", "D=1")
VARIANTS = [
    {},
    {"doubling": "additive", "contiguity": "same_row", "final_round": True},
    {"doubling": "lot_only", "traded_cards": "shuffle_in", "recycle": "consumes_turn"},
    {"wild_identity": "distinct_in_line", "final_round": True},
    {"wild_identity": "unplayed", "stalemate_rounds": 1, "recycle": "off"},
]


@cache
def game(seed):
    """A game of the rule book: its options, the facts after each move, and some plays as (facts, move, points)."""
    chance = random.Random(seed)
    chosen = {**rulebook.DEFAULTS, **VARIANTS[seed % len(VARIANTS)]}

    def shuffle(cards):
        return chance.sample(cards, len(cards))

    facts = rulebook.deal(2 + seed % 3, chosen, shuffle(list(rulebook.CARDS)), shuffle)
    course, plays = [facts], []
    while not rulebook.over(facts):
        scored, swaps = rulebook.plays(facts, chosen), list(rulebook.swaps(facts, chosen))
        move = chance.choice(list(scored) or ["pass"])
        if swaps and chance.random() < 0.5:
            move = chance.choice(swaps)
        elif chance.random() < 0.1:
            move = chance.choice(list(rulebook.trades(facts, chosen)))
        plays += [(facts, move, scored[move]) for move in chance.sample(sorted(scored), min(20, len(scored)))]
        facts = rulebook.play(facts, move, chosen, shuffle)
        course.append(facts)
    return kwatro.Options(**chosen), course, plays


def view(facts, viewer):
    """The facts that one player knows."""
    seen = kwatro.completed(facts)
    known = [["**"] * count for count in facts["known_wilds"]]
    hands = [hand if seat == viewer else known[seat] for seat, hand in enumerate(facts["hands"])]
    pile = [card if seat == viewer else None for card, seat in zip(facts["pile"], facts["traded_by"], strict=True)]
    return {**seen, "viewer": viewer, "hands": hands, "pile": pile}


SEEDS = range(len(VARIANTS))


def test_options_and_cards_are_those_of_the_rule_book():
    allowed = options.allowed(kwatro.Options)
    for name, values in rulebook.ALL_OPTIONS.items():
        assert set(values) <= set(allowed[name])
        assert getattr(kwatro.Options(), name) == rulebook.DEFAULTS[name]
    assert list(DECK) == rulebook.CARDS


@pytest.mark.parametrize("seed", SEEDS)
def test_no_position_of_a_real_game_is_called_impossible(seed):
    chosen, course, _ = game(seed)
    for facts in course:
        names = NAMES[: facts["players"]]
        assert kwatro.faults(kwatro.completed(facts), chosen, names) == []
        for viewer in range(facts["players"]):
            assert kwatro.faults(view(facts, viewer), chosen, names) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_positions_and_views_survive_both_forms(seed):
    chosen, course, _ = game(seed)
    for facts in course:
        names = NAMES[: facts["players"]]
        for known in (kwatro.completed(facts), *(view(facts, viewer) for viewer in range(facts["players"]))):
            for text in (kwatro.write(known, chosen, names), kwatro.line(known, chosen, names)):
                assert notation.read(source.from_text(text)) == (known, chosen, names)


@pytest.mark.parametrize("seed", SEEDS)
def test_explained_points_are_those_of_the_rule_book(seed):
    chosen, _, plays = game(seed)
    for facts, move, points in plays:
        assert points_of(facts, chosen, move) == points
        assert kwatro.explain(facts, chosen, move)[-1].endswith(f"= {points}")
        assert kwatro.canonical_move(move) == move


def refusal(function, *arguments):
    """The KiebitzError that a call ends with, or None."""
    try:
        function(*arguments)
    except KiebitzError as error:
        return error
    return None


def read_or_refuse(text):
    """Reads a text; it may be refused, but only by an error that names the place."""
    error = refusal(lambda: notation.read(source.from_text(text, "a.toml")))
    if error is None:
        read = notation.read(source.from_text(text))
        assert notation.read(source.from_text(kwatro.write(*read))) == read
        assert notation.read(source.from_text(kwatro.line(*read))) == read
    elif isinstance(error, PositionError):
        assert error.faults
        assert all(fault.where.startswith("a.toml, ") and fault.what for fault in error.faults)
        assert all(len(str(fault)) < 800 for fault in error.faults)
    else:
        assert str(error).startswith("a.toml")
        assert "right would be" in str(error)


EDITS = st.sampled_from(
    ["", '"', "[", "]", "=", "\n", ".", "**", "RT2", " ", "#", "-", "9", "?", "'''", '"""', "{", "\\", "é"]
)


@st.composite
def mutated(draw, texts):
    """A text with a few pieces cut out, doubled or replaced."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 12)))
        text = text[:start] + draw(EDITS) + draw(st.sampled_from(["", text[start:end]])) * 2 + text[end:]
    return text


@settings(max_examples=400, deadline=None)
@given(mutated(EXAMPLES))
def test_a_mutated_file_is_read_or_refused_by_name(text):
    read_or_refuse(text)


@settings(max_examples=300, deadline=None)
@given(mutated([kwatro.line(*notation.read(source.from_text(text))) for text in EXAMPLES]))
def test_a_mutated_line_is_read_or_refused_by_name(text):
    read_or_refuse(text)


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats()
    | st.sampled_from(["Anna", "RT2 **", "?", ""]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["Anna", "Ben", "x", "0"]), inner, max_size=3)
    ),
    max_leaves=6,
)
FIELDS = st.sampled_from([*kwatro.schema.fields, "handd", ""])


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(EXAMPLES), st.dictionaries(FIELDS, VALUES, max_size=3))
def test_any_values_in_any_field_are_read_or_refused_by_name(text, changes):
    raw = {**source.from_toml(text).raw, **changes}
    document = source.Document("a.toml", {key: value for key, value in raw.items() if value is not None})
    for fault in notation.check(document):
        assert fault.where.startswith("a.toml, field ")
        assert fault.what


WORDS = {"players": '["Anna", "Ben", "Cleo"]', "pile": "0", "passes": "2", "out": '["Ben"]', "hand": '"RO1 ? **"'}
NUMBERS = st.lists(st.integers(-2, 5), max_size=4).map(str)
GRIDS = st.lists(st.lists(st.sampled_from([".", "RT2", "BX2", "**", "GO3", "RT4", "zz"]), max_size=6), max_size=5)


@settings(max_examples=400, deadline=None)
@given(
    st.dictionaries(st.sampled_from(sorted(WORDS)), st.just(None)),
    st.dictionaries(st.sampled_from(["scores", "origin", "hand_sizes", "known_wilds"]), NUMBERS),
    GRIDS,
    st.sampled_from(["", '[hands]\nAnna = "RO1"\nBen = "? ? RO2"\n', "[rules]\nfinal_round = true\n"]),
)
def test_plausible_nonsense_is_read_or_refused_by_name(words, numbers, grid, tables):
    lines = {
        "game": '"kwatro"',
        "players": '["Anna", "Ben"]',
        "to_move": '"Anna"',
        "hand": '"RO1 RO2 RO3 RO4"',
        **numbers,
    }
    lines.update((key, WORDS[key]) for key in words)
    text = "".join(f"{key} = {value}\n" for key, value in lines.items())
    read_or_refuse(text + 'grid = """\n' + "\n".join(" ".join(row) for row in grid) + '\n"""\n' + tables)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60) | mutated(["BX2@0,1 GO2@0,2", "swap YO2@0,1", "trade RO1 **", "pass"]))
def test_any_text_is_a_move_or_refused_with_what_would_be_right(text):
    error = refusal(kwatro.parse_move, text)
    if error is None:
        canonical = kwatro.canonical_move(text)
        assert kwatro.canonical_move(canonical) == canonical
        assert kwatro.move_fields(canonical) == kwatro.move_fields(text)
    else:
        assert str(error)
