"""The parts that all notations share: reading texts, checking fields, options, players."""

from dataclasses import dataclass

import pytest

from kiebitz import notation
from kiebitz.errors import KiebitzError, NotationError, PositionError
from kiebitz.notation import document as source
from kiebitz.notation import options, players, writing
from kiebitz.notation import schema as fields
from kiebitz.notation.schema import Record, Table

SCHEMA = Record(
    {
        "game": fields.text("quanto"),
        "players": fields.names(),
        "won": fields.integers(3, 0),
        "pile": fields.count_or_cards(3, "8 1 J"),
        "square": fields.text("P4 Y3 / G6 O2"),
        "grid": fields.rows("RT2 ."),
        "final": fields.flag(),
        "last_taker": fields.player(),
        "seen": fields.players(),
        "announced": Record({"sum": fields.integer(14), "colours": fields.text("YP")}),
        "quanto": Table(Record({"chip": fields.integer(10), "cards": fields.text("4 6 10")})),
    },
    frozenset({"game"}),
)
VALUES = {
    "game": "quanto",
    "players": ["Anna B.", "Ben, jr/100%", "Zoë=?", "\n\x7f\t\\"],
    "won": [12, -8],
    "pile": "8 1 J*",
    "square": "P4 Y3 / G6 O2",
    "grid": "\n.   . RT2\n** .",
    "final": True,
    "last_taker": "Anna B.",
    "seen": ["Zoë=?"],
    "announced": {"sum": 14, "colours": "YP"},
    "quanto": {"Anna B.": {"chip": 10, "cards": "4 6 10"}},
}


@dataclass(frozen=True)
class Options(options.RuleOptions):
    recycle: str = options.one_of("before_action", "off")
    final_round: bool = options.switch(False)
    rounds: int = options.number(3, least=1, most=9)


def faults_of(text, schema=SCHEMA, name="a.toml"):
    with pytest.raises(PositionError) as caught:
        fields.read(schema, source.from_text(text, name))
    return [str(fault) for fault in caught.value.faults]


def words(grid):
    return [line.split() for line in grid.split("\n")]


def test_values_written_as_toml_are_read_back():
    written = writing.toml_text(SCHEMA, VALUES)
    read = fields.read(SCHEMA, source.from_text(written))
    assert read.pop("grid").rstrip("\n") == VALUES["grid"]
    assert read == {key: value for key, value in VALUES.items() if key != "grid"}


def test_values_written_as_one_line_are_read_back():
    written = writing.line_text(SCHEMA, VALUES)
    assert written.isascii()
    assert written.startswith("kiebitz1 game=quanto players=Anna%20B.,Ben%2C%20jr%2F100%25,")
    assert "\n" not in written
    read = fields.read(SCHEMA, source.from_text(written))
    assert words(read.pop("grid")) == words(VALUES["grid"])
    assert read == {key: value for key, value in VALUES.items() if key != "grid"}


def test_the_one_line_form_follows_the_order_of_the_schema():
    shuffled = dict(reversed(VALUES.items()))
    assert writing.line_text(SCHEMA, shuffled) == writing.line_text(SCHEMA, VALUES)


def test_a_syntax_error_names_file_line_and_what_would_be_right():
    with pytest.raises(NotationError, match=r"a\.toml, line 2, column \d+: .*hand RO1.*right would be  key = value"):
        source.from_text('game = "kwatro"\nhand RO1 BT2\n', "a.toml")


def test_an_open_text_is_a_syntax_error_at_the_end():
    with pytest.raises(NotationError, match=r"a\.toml, line 3"):
        source.from_text('game = "x"\ngrid = """\nRT2\n', "a.toml")


@pytest.mark.parametrize(
    "text", ["a = " + "[" * 100_000, "a = " + "9" * 5000, "a = 0001-01-01T00:00:00+99:99", "a = 2021-02-30"]
)
def test_a_text_that_python_cannot_parse_is_a_notation_error(text):
    with pytest.raises(NotationError, match=r"a\.toml"):
        source.from_text(text, "a.toml")


@pytest.mark.parametrize(
    "value", ["0x" + "F" * 5000, "1e400", "nan", "2021-02-03", "[[1], [2]]", "{ a = 1 }", "true", "9999999999"]
)
def test_a_wrong_type_is_named_with_line_and_what_would_be_right(value):
    (fault,) = faults_of(f'game = "x"\n# pile\nannounced = {{ colours = "Y" }}\nwon = {value}\n')
    assert fault.startswith("a.toml, line 4, field won: is ")
    limit = "; a number has at most 9 digits" if value.startswith(("0x", "9")) else ""
    assert fault.endswith(f"right would be a list of whole numbers such as [3, 0]{limit}")
    assert len(fault) < 250


def test_a_dotted_key_is_a_fault_of_its_field_and_a_very_deep_one_is_not_read():
    (fault,) = faults_of('game = "x"\n' + "won." * 60 + "a = 1")
    assert fault.startswith("a.toml, line 2, field won: is a table")
    with pytest.raises(NotationError, match="too many dots; right would be keys such as hands"):
        faults_of('game = "x"\n' + "won." * 3000 + "a = 1")


def test_an_unknown_field_is_named_with_the_nearest_known_one():
    assert faults_of('game = "x"\nplayer = ["A"]\n') == [
        "a.toml, line 2, field player: is no field; did you mean players?"
    ]
    assert "known are game, players, won" in faults_of('game = "x"\nxyzzy = 1\n')[0]
    assert faults_of('game = "x"\n[quanto.Ben]\nchipp = 3\n')[0].startswith("a.toml, line 3, field quanto.Ben.chipp")


def test_a_missing_field_is_named():
    assert faults_of("") == ['a.toml, field game: is missing; right would be a text such as "quanto"']


def test_all_faulty_fields_are_named_at_once():
    assert len(faults_of("won = 1\nfinal = 1\nquanto = 3\nsquare = 4\nlast_taker = []\nseen = [true]\n")) == 7


def test_the_text_of_a_position_error_has_one_fault_a_line():
    with pytest.raises(PositionError) as caught:
        fields.read(SCHEMA, source.from_text("won = 1\n", "a.toml"))
    assert str(caught.value).count("\n") == 1
    assert isinstance(caught.value, KiebitzError)
    assert isinstance(caught.value, ValueError)


def test_the_one_line_form_names_the_faulty_key():
    line = "kiebitz1 game=x won=1,b pile=2 final=yes announced=3 announcd.sum=4"
    found = faults_of(line, name="--line")
    assert [fault.split(":")[0] for fault in found] == [
        "--line, key announcd",
        "--line, key won",
        "--line, key final",
        "--line, key announced",
    ]


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("kiebitz1 game=x pile", "'pile' is no key=value"),
        ("kiebitz1 =x", "'=x' is no key=value"),
        ("kiebitz1 game=x game=y", "key game: given twice"),
        ("kiebitz1 game=x game.y=1", "key game.y: game has a value of its own"),
        ("kiebitz1 " + "a." * 2000 + "a=1", "too many dots"),
    ],
)
def test_a_malformed_line_says_what_would_be_right(line, what):
    with pytest.raises(NotationError, match=what):
        source.from_text(line)


@pytest.mark.parametrize(
    ("word", "right"),
    [
        ("won=[3,0]", "whole numbers such as 3,0"),
        ('players=["Anna","Ben"]', "names such as Anna,Ben (%20 stands for a blank)"),
        ("seen=[0]", "players such as Anna,Ben or 0,1"),
        ("quanto.Ben=10", "keys with a dot, such as hands.Anna"),
    ],
)
def test_messages_about_a_line_show_right_values_in_the_form_of_a_line(word, right):
    (fault,) = faults_of(f"kiebitz1 game=x {word}")
    assert fault.endswith(f"right would be {right}")


def test_a_missing_field_of_a_line_is_named_in_its_form():
    assert faults_of("kiebitz1") == ["a.toml, key game: is missing; right would be words such as quanto"]
    with pytest.raises(PositionError, match=r"the cards of Anna such as RO1,BT2,.*, or hands\.NAME"):
        notation.read(source.from_text("kiebitz1 game=kwatro players=Anna,Ben grid=GX2 to_move=Anna"))


@pytest.mark.parametrize(
    "line", ["game=kwatro players=A,B", "kiebitz2 game=kwatro", '"kiebitz1 game=kwatro"', "'game=kwatro players=A,B'\n"]
)
def test_a_line_without_its_mark_is_told_how_a_line_starts(line):
    with pytest.raises(NotationError, match="right would be  kiebitz1 game="):
        source.from_text(line)


def test_another_version_of_the_line_is_no_line():
    with pytest.raises(NotationError, match="starts with 'kiebitz2'; right would be  kiebitz1 game="):
        source.from_line("kiebitz2 game=x")


def test_line_numbers_step_over_texts_of_several_lines():
    text = 'a = 1\ngrid = """\nb = 2\n[c]\n"""\n"d e" = 3\n[hands]\n"Anna B." = "x"  # f = 4\nsheets.Ben = 5\n'
    assert source.line_numbers(text) == {
        ("a",): 1,
        ("grid",): 2,
        ("d e",): 6,
        ("hands",): 7,
        ("hands", "Anna B."): 8,
        ("hands", "sheets", "Ben"): 9,
    }


def test_files_that_cannot_be_read_are_notation_errors(tmp_path):
    with pytest.raises(NotationError, match=r"missing\.toml: cannot be read"):
        source.from_path(tmp_path / "missing.toml")
    with pytest.raises(NotationError, match="cannot be read"):
        source.from_path(tmp_path)
    with pytest.raises(NotationError, match="cannot be read"):
        source.from_path("a\0b")
    (tmp_path / "latin.toml").write_bytes(b'a = "\xe9"')
    with pytest.raises(NotationError, match="byte 5 is no UTF-8"):
        source.from_path(tmp_path / "latin.toml")


def test_a_byte_order_mark_and_foreign_line_ends_are_read(tmp_path):
    (tmp_path / "a.toml").write_bytes(b'\xef\xbb\xbfgame = "x"\r\nwon = [1]\r\n')
    document = source.from_path(tmp_path / "a.toml")
    assert fields.read(SCHEMA, document) == {"game": "x", "won": [1]}
    assert document.where("won").endswith("line 2, field won")


def test_options_give_codes_in_the_order_of_their_fields():
    assert Options().codes() == [0, 0, 3]
    assert Options(recycle="off", final_round=True, rounds=9).codes() == [1, 1, 9]
    assert Options(recycle="off").changed() == {"recycle": "off"}
    assert options.allowed(Options)["recycle"] == ("before_action", "off")


@pytest.mark.parametrize(
    ("values", "what"),
    [
        ({"recycle": "of"}, 'rules.recycle: is \'of\'; right would be one of "before_action", "off"'),
        ({"final_round": 1}, "rules.final_round: is 1; right would be true or false"),
        ({"rounds": 10}, "rules.rounds: is 10; right would be a whole number from 1 to 9"),
        ({"rounds": True}, "rules.rounds: is true; right would be a whole number from 1 to 9"),
        ({"recycel": "off"}, "rules.recycel: is no field; did you mean recycle?"),
    ],
)
def test_a_wrong_option_says_what_would_be_right(values, what):
    with pytest.raises(PositionError) as caught:
        options.from_mapping(Options, values)
    assert str(caught.value) == what


def test_options_made_by_hand_are_checked_too():
    with pytest.raises(PositionError, match=r"rules\.rounds: is 0"):
        Options(rounds=0)


def test_players_are_named_by_name_or_seat():
    assert players.seat_of("Ben", ["Anna", "Ben"]) == 1
    assert players.seat_of(1, ["Anna", "Ben"]) == 1
    assert players.seat_of("1", ["Anna", "Ben"]) == 1
    assert players.seat_of("1", ["1", "0"]) == 0
    assert players.seat_of(2, ["Anna", "Ben"]) is None
    assert players.seat_of("²", ["Anna", "Ben"]) is None


def test_an_unknown_game_is_named_with_the_nearest_known_one():
    with pytest.raises(PositionError, match="line 1, field game: 'kwattro' is no game; did you mean kwatro"):
        notation.read(source.from_text('game = "kwattro"'))
    with pytest.raises(PositionError, match="field game: is missing; known are kwatro"):
        notation.read(source.from_text(""))
    assert notation.check(source.from_text("game = 3"))[0].what.startswith("3 is no game")
