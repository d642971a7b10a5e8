"""Kwatro's moves as text, the explanation of their points, and drawings of the table."""

from pathlib import Path

import pytest

from kiebitz import notation
from kiebitz.errors import NotationError
from kiebitz.notation import document as source
from kiebitz.notation.kwatro import NOTATION as kwatro
from kiebitz.notation.kwatro.score import points as points_of

EXAMPLES = Path(__file__).parent.parent / "examples" / "kwatro"
PRODUCT = kwatro.Options()


def facts_of(table, hand, pile=10, to_move=0):
    """Facts of two players with as little else as possible; the table as in the rules page: `0,0=RT2 0,1=BX2`."""
    cells = [entry.split("=") for entry in table.split()]
    placed = {tuple(map(int, cell.split(","))): card for cell, card in cells}
    hands = [hand.split(), []]
    facts = {"players": 2, "to_move": to_move, "table": placed, "hands": hands, "pile": [None] * pile}
    return kwatro.completed(facts)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("BX2@0,1 GO2@0,2", ("play", [("BX2", 0, 1), ("GO2", 0, 2)])),
        ("  go2 @ 0 , 2  bx2@0,1 ", ("play", [("BX2", 0, 1), ("GO2", 0, 2)])),
        ("**@-1,+2 **@-1,3", ("play", [("**", -1, 2), ("**", -1, 3)])),
        ("swap YO2@0,1", ("swap", "YO2", 0, 1)),
        ("SWAP yo2 @0,-1", ("swap", "YO2", 0, -1)),
        ("trade RO1 **", ("trade", ["RO1", "**"])),
        ("trade ** RO1", ("trade", ["**", "RO1"])),
        ("trade", ("trade", [])),
        ("Pass", ("trade", [])),
    ],
)
def test_move_texts_are_read_with_tolerance(text, parts):
    assert kwatro.parse_move(text) == parts


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("go2@0,2 bx2@0,1", "BX2@0,1 GO2@0,2"),
        ("GO2@1,0 BX2@-1,0", "BX2@-1,0 GO2@1,0"),
        ("swap yo2 @ 0,01", "swap YO2@0,1"),
        ("trade ** RO1", "trade ** RO1"),
        ("trade", "pass"),
    ],
)
def test_moves_have_one_canonical_text(text, canonical):
    assert kwatro.canonical_move(text) == canonical
    assert kwatro.canonical_move(canonical) == canonical
    assert kwatro.format_move(kwatro.parse_move(canonical), PRODUCT) == canonical


def test_the_order_of_a_trade_is_lost_when_trades_are_shuffled_in():
    assert kwatro.canonical_move("trade RO1 **", kwatro.Options(traded_cards="shuffle_in")) == "trade ** RO1"
    assert kwatro.canonical_move("trade RO1 **", PRODUCT) == "trade RO1 **"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "empty move; right would be BX2@0,1"),
        ("BX2", "'BX2' is no card@row,column; right would be BX2@0,1 GO2@0,2"),
        ("BX2@0", "'BX2@0' is no card@row,column"),
        ("BX2@a,b", "is no card@row,column"),
        ("BX9@0,1", "'BX9' is no card; right would be a colour of RYGB"),
        ("BX2@0,128", "0,128 is too far out"),
        ("BX2@0,1 BX2@0,2", "BX2 is named 2 times"),
        ("BX2@0,1 GO2@0,1", "two cards at 0,1; a cell takes one"),
        ("RO1@0,1 RO2@0,2 RO3@0,3 RO4@0,4 RS1@0,5", "5 cards; a hand has at most 4"),
        ("swap", "a swap names one hand card and the wild's cell, as in swap YO2@0,1"),
        ("swap YO2@0,1 GO2@0,2", "a swap names one hand card"),
        ("swap **@0,1", "a wild takes no wild"),
        ("trade RO1 RO1", "RO1 is named 2 times"),
        ("trade RO1@0,1", "'RO1@0,1' is no card"),
        ("trade ** ** **", r"\*\* is named 3 times"),
        ("pass RO1", "a pass names no cards; right would be pass, or trade RO1"),
        ("resign", "'resign' is no card@row,column; right would be BX2@0,1"),
    ],
)
def test_a_text_that_is_no_move_says_what_would_be_right(text, what):
    with pytest.raises(NotationError, match=what):
        kwatro.parse_move(text)


def test_moves_have_the_json_fields_of_the_public_surface():
    assert kwatro.move_fields("GO2@0,2 BX2@0,1") == {"kind": "play", "cards": [["BX2", 0, 1], ["GO2", 0, 2]]}
    assert kwatro.move_fields("swap YO2@0,1") == {"kind": "swap", "cards": [["YO2", 0, 1]]}
    assert kwatro.move_fields("trade RO1 **") == {"kind": "trade", "cards": ["RO1", "**"]}
    assert kwatro.move_fields("pass") == {"kind": "trade", "cards": []}


SHEET = "0,0=RT2 0,1=BX2 0,2=GO2 -1,2=RO3 1,2=YO1 0,3=YS2 1,3=GT3"
LAST = "GT2@2,0 YS3@2,1 BO4@2,2 RX1@2,3"


@pytest.mark.parametrize(
    ("table", "move", "pile", "points"),
    [
        ("0,0=RT2", "BX2@0,1 GO2@0,2", 10, 6),
        ("0,0=RT2 0,1=BX2 0,2=GO2", "RO3@-1,2 YO1@1,2", 10, 6),
        ("0,0=RT2 0,1=BX2 0,2=GO2 -1,2=RO3 1,2=YO1", "YS2@0,3 GT3@1,3", 10, 34),
        (SHEET, LAST, 10, 208),
        ("0,0=RT3", "BS4@0,1 YX2@1,1", 10, 13),
        ("0,0=RT3", "BS4@0,1 YX2@1,1 GO1@2,1", 10, 14),
        ("0,0=RO1 0,1=RS2 0,2=RT3 0,3=RX4", "RO2@-1,0 RX1@-1,3", 10, 8),
        ("0,0=BS1 0,1=** 0,2=BO4", "YX4@1,1 RX2@2,1", 10, 6),
        ("0,0=RT1", "**@0,1 **@0,2", 10, 1),
        ("0,0=RT1 0,1=** 0,2=**", "BT2@0,3", 10, 6),
        ("0,0=RO2 0,1=RO3", "RO1@0,2 RO4@0,3", 0, 40),
    ],
)
def test_points_are_those_of_the_rules_pages_examples(table, move, pile, points):
    hand = "RO1 RO4" if pile == 0 else "RO1 RO4 RS1 RS4"
    facts = facts_of(table, hand, pile)
    assert points_of(facts, PRODUCT, move) == points
    assert kwatro.explain(facts, PRODUCT, move)[-1].endswith(f"= {points}")


def test_the_explanation_names_lines_and_every_doubling():
    facts = facts_of(SHEET, "GT2 YS3 BO4 RX1")
    assert kwatro.explain(facts, PRODUCT, LAST) == [
        "row GT2 YS3 BO4 RX1: 2+3+4+1 = 10",
        "column RO3 GO2 YO1 BO4: 3+2+1+4 = 10",
        "column YS2 GT3 RX1: 2+3+1 = 6",
        "completes 2 lots: x 2 x 2",
        "four cards played: x 2",
        "(10+10+6) x 2 x 2 x 2 = 208",
    ]


def test_a_single_line_needs_no_sum():
    assert kwatro.explain(facts_of("0,0=RT2", "BX2 GO2 ** **"), PRODUCT, "BX2@0,1") == ["row RT2 BX2: 2+2 = 4"]


def test_going_out_is_named():
    facts = facts_of("0,0=RO2 0,1=RO3", "RO1 RO4", pile=0)
    assert kwatro.explain(facts, PRODUCT, "RO1@0,2 RO4@0,3")[1:] == [
        "completes a lot: x 2",
        "goes out: x 2",
        "10 x 2 x 2 = 40",
    ]


def test_the_explanation_respects_the_doubling_option():
    facts = facts_of(SHEET, "GT2 YS3 BO4 RX1")
    additive = kwatro.explain(facts, kwatro.Options(doubling="additive"), LAST)
    assert additive[-3:] == [
        "completes 2 lots: + 2 times the sum",
        "four cards played: + once the sum",
        "(10+10+6) x 4 = 104",
    ]
    lots = kwatro.explain(facts, kwatro.Options(doubling="lot_only"), LAST)
    assert lots == [
        "completes a lot: row GT2 YS3 BO4 RX1: (2+3+4+1) x 2 = 20",
        "completes a lot: column RO3 GO2 YO1 BO4: (3+2+1+4) x 2 = 20",
        "column YS2 GT3 RX1: 2+3+1 = 6",
        "20+20+6 = 46",
    ]


def test_moves_without_points_are_explained_too():
    facts = facts_of("0,0=RT2 0,1=**", "BX2 GO2 RT3 RT4")
    assert kwatro.explain(facts, PRODUCT, "swap RT3@0,1") == ["swap: takes the wild at 0,1 for RT3; no points"]
    assert kwatro.explain(facts, PRODUCT, "pass") == ["passes; no points"]
    assert kwatro.explain(facts, PRODUCT, "trade BX2 GO2") == [
        "trades: puts BX2 GO2 under the pile and draws 2; no points"
    ]


def test_the_table_is_drawn_with_numbers_and_the_move_in_brackets():
    facts, _, names = notation.read(source.from_path(EXAMPLES / "opening.toml"))
    assert kwatro.draw(facts, names, "BS4@0,1 YX2@1,1") == [
        "      -1    0    1    2",
        "  -1   .    .    .    .",
        "   0   .   RT3 [BS4]  .",
        "   1   .    .  [YX2]  .",
        "   2   .    .    .    .",
        "",
        "> Anna      0   BS4 GO1 RO2 YX2",
        "  Ben       0   ? ? ? ?",
        "  pile: 57",
    ]


def test_a_swap_is_drawn_on_the_wilds_cell():
    facts, _, names = notation.read(source.from_path(EXAMPLES / "evening.toml"))
    assert any("[GS3] BO3" in line for line in kwatro.draw(facts, names, "swap GS3@0,-5"))
    assert "  pile: 41; bottom GS1 YS3 BS1 RO4" in kwatro.draw(
        notation.read(source.from_path(EXAMPLES / "three-players.toml")).facts
    )


def test_the_coloured_drawing_shows_the_same_text():
    facts, _, _ = notation.read(source.from_path(EXAMPLES / "two-wilds.toml"))
    names = ["[red]Anna", "Ben"]
    drawn = kwatro.draw_rich(facts, names, "RX4@2,-2 YO4@2,-1")
    assert [line.rstrip() for line in drawn.plain.split("\n")] == kwatro.draw(facts, names, "RX4@2,-2 YO4@2,-1")
    assert any("magenta" in str(span.style) for span in drawn.spans)


def test_the_html_drawing_escapes_names_and_marks_the_move():
    facts, _, _ = notation.read(source.from_path(EXAMPLES / "opening.toml"))
    drawn = kwatro.html(facts, ["<b>", "Ben"], "BS4@0,1")
    assert "&lt;b&gt;" in drawn
    assert "<u>BS4</u>" in drawn
    assert drawn.startswith('<table class="kiebitz">')
