"""Files of records: golden games, and errors that name the line and the reason."""

from pathlib import Path

import pytest
from recorded import played

import kiebitz
from kiebitz.errors import PositionError
from kiebitz.records import Entry, Record

GOLDEN = Path(__file__).parent / "data" / "records"
KWATRO = """game = "kwatro"
players = ["Anna", "Ben"]
viewer = "Anna"
start = "RT2"
hand = "BX2 GO2 YS4 GX1"
turns = \"\"\"
Anna: BX2@0,1 GO2@0,2; drew YS2 GT3
Ben: RO3@-1,2 YO1@1,2
\"\"\"
"""


def faults(text):
    return [str(fault) for fault in kiebitz.check(text)]


def test_the_game_of_the_rule_sheet_of_kwatro_scores_as_printed():
    record = Record.load(GOLDEN / "kwatro-rule-sheet.toml")
    assert [record.at(number).facts["scores"] for number in range(1, 6)] == [
        [0, 0],
        [6, 0],
        [6, 6],
        [40, 6],
        [40, 214],
    ]


def test_the_examples_of_the_rules_of_quanto_count_as_written():
    record = Record.load(GOLDEN / "quanto-rules.toml")
    assert [record.at(number).facts["won"] for number in range(1, 7)] == [
        [0, 0],
        [5, 0],
        [5, 3],
        [5, 3],
        [4, 4],
        [9, 4],
    ]
    assert record.at(4).facts["stacks"][0] == {"chip": 10, "cards": ["4", "6"]}


def test_the_examples_of_the_rules_of_qwinto_announce_as_written():
    record = Record.load(GOLDEN / "qwinto-rules.toml")
    assert record.at(2).facts["announced"] == {"sum": 14, "colours": "Y"}
    assert record.at(5).facts["announced"] == {"sum": 8, "colours": "OP"}
    assert record.table.facts["sheets"][0]["yellow"][5] == 14
    assert record.table.facts["sheets"][0]["purple"][3] == 8
    assert record.table.facts["sheets"][1]["orange"][3] == 8


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.toml")), ids=lambda path: path.stem)
def test_golden_records_are_written_as_they_are_read(path):
    record = Record.load(path)
    assert Record.parse(record.to_toml()) == record
    assert kiebitz.check(path) == []


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("GO2@0,2;", "GO2@0,3;", "line 7, entry 1: 'BX2@0,1 GO2@0,3' is not legal here"),
        ("RO3@-1,2", "BX2@-1,2", "line 8, entry 2: BX2 is in row 0, column 1; Ben cannot hold it"),
        ("RO3@-1,2", "YS2@-1,2", "line 8, entry 2: YS2 is in the hand of Anna"),
        ("YS2 GT3", "YS2 BX2", "line 7, entry 1: BX2 is in row 0, column 1"),
        ("YS2 GT3", "YS2 GT3 RS4", "line 7, entry 1: Anna draws 2 cards here, not 3"),
        ("Ben: RO3", "Anna: RO3", "line 8, entry 2: Ben is to move, not Anna"),
        ("Ben: RO3", "Cleo: RO3", "line 8, entry 2: 'Cleo' is no player; right would be one of Anna, Ben"),
        ("RO3@-1,2 YO1@1,2", "RO9@-1,2", "line 8, entry 2: 'RO9@-1,2': 'RO9' is no card"),
        ("Ben: RO3", "Ben RO3", "line 8, entry 2: 'Ben RO3@-1,2 YO1@1,2' is no player; right would be NAME: MOVE"),
        ("GX1", "RT2", "line 4, field start: RT2 is in row 0, column 0; Anna cannot hold it"),
        ('start = "RT2"', 'start = "RT2 RT3"', "line 4, field start"),
        ('viewer = "Anna"', 'viewer = "Cleo"', "line 3, field viewer: 'Cleo' is no player"),
        ("turns =", "turnz =", "line 6, field turnz: is no field; did you mean turns?"),
    ],
)
def test_a_fault_names_the_line_and_the_reason(before, after, told):
    text = KWATRO.replace(before, after, 1)
    found = faults(text)
    assert len(found) == 1
    assert told in found[0]
    with pytest.raises(PositionError):
        Record.parse(text)


def test_every_line_that_is_no_entry_is_named():
    text = KWATRO.replace("Anna: BX2", "Nora: BX2").replace("Ben: RO3", "Otto: RO3")
    assert [found.split(",")[1].strip() for found in faults(text)] == ["line 7", "line 8"]


def test_a_draw_from_an_empty_pile_is_refused():
    full, positions = played(kiebitz.game("kwatro", 2), 3)
    late = next(number for number, position in enumerate(positions) if position.pile_size == 0)
    record = Record.begin(positions[late])
    move = next(move for move in positions[late].legal_moves() if move.points)
    with pytest.raises(ValueError, match="the pile gives no card"):
        record.play(move, drew="RO1")
    assert full.entries[late].drew is None


def test_a_seed_and_a_start_must_agree():
    record, _ = played(kiebitz.game("kwatro", 2), 3, most=3)
    text = record.to_toml()
    start = record.start.table.facts["table"][0, 0]
    other = "RO1" if start != "RO1" else "RO2"
    assert "seed 3 deals" in faults(text.replace(f'start = "{start}"', f'start = "{other}"'))[0]


@pytest.mark.parametrize("seed", [2**63 - 1, 2**63, 2**64 - 1])
def test_large_seeds_are_kept(seed):
    record = Record.deal(kiebitz.game("qwinto", 2), seed)
    assert Record.parse(record.to_toml()) == record


def test_a_draw_that_the_seed_does_not_give_is_refused():
    record, _ = played(kiebitz.game("kwatro", 2), 3, most=1)
    card = record.entries[0].drew[0]
    text = record.to_toml().replace(f"drew {' '.join(record.entries[0].drew)}", "drew **")
    assert "but the pile gives" in faults(text)[0]
    assert card in faults(text)[0]


def test_a_position_file_is_a_record_without_entries():
    path = Path(__file__).parents[1] / "examples" / "kwatro" / "evening.toml"
    record = Record.load(path)
    assert len(record) == 0
    assert record.state() == kiebitz.load(path)
    assert kiebitz.check(path) == []


def test_a_game_may_go_on_from_any_position():
    path = Path(__file__).parents[1] / "examples" / "qwinto" / "reshuffled.toml"
    record = Record.load(path)
    move = record.state().greedy_move()
    record.play(move)
    assert Record.parse(record.to_toml()) == record
    assert f"{record.names[0]}: {move}" in record.to_toml() or record.entries[0].move == str(move)


@pytest.mark.parametrize(
    "entry",
    [
        Entry("remark", text="Ben laughs; drew attention"),
        Entry("scores", scores=(6, 0)),
        Entry("scores", scores=(7, 0), stand=False),
        Entry("show", 1, cards=("**",)),
        Entry("draw", 0, cards=("YS2", "GT3")),
        Entry("hand", 1, cards=("BO1", "BO2", "BO3", "BO4")),
        Entry("missed", 1),
        Entry("move", 1, "RO3@-1,2", drew=("RO1",), irregular="laid alone; drew too late"),
        Entry("move", 1, "RX3@0,7", irregular="far away"),
    ],
    ids=lambda entry: entry.kind,
)
def test_every_kind_of_entry_is_read_as_it_is_written(entry):
    record = Record.open_deal(kiebitz.game("kwatro", 2), "RT2", ["Anna: A", "Ben [B]"])
    record.play("BX2@0,1 GO2@0,2")
    record.add(entry)
    assert Record.parse(record.to_toml()) == record


def test_the_document_of_records_shows_a_record_that_is_possible():
    text = (Path(__file__).parents[1] / "docs" / "records.md").read_text()
    shown = text.split("```toml\n")[1].split("```")[0]
    assert kiebitz.check(shown) == []
    assert len(Record.parse(shown)) == 4
