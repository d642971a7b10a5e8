"""Text of other people comes in in one form, and goes out as print only."""

import io
import os
import subprocess
import sys

import pytest

import kiebitz
from kiebitz.cli import output
from kiebitz.foreign_text import composed, printable

ESCAPES = "\x1b[31m\x1b]0;title\x07\u202e\x9b31m\x00"


def command(*arguments, text=None):
    """The output of the command line, standard error included."""
    found = subprocess.run(
        [sys.executable, "-m", "kiebitz", *arguments],
        input=text,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1"},
        check=False,
    )
    return found.stdout


def test_no_escape_sequence_of_a_file_an_option_or_a_name_reaches_the_terminal(tmp_path):
    foreign = ESCAPES.replace("\x00", "")
    strange = tmp_path / f"{foreign}.toml"
    strange.write_text(f'game = "kwatro"\nplayers = ["A", "B"]\n"{foreign.encode("unicode_escape").decode()}" = 1\n')
    outputs = [
        command("check", str(strange)),
        command("check", "--line", f"kiebitz1 game=kwatro {foreign}=1 players=A,%1b%5b31m"),
        command("check", f"{foreign}-missing"),
        command("hint", "--line", foreign),
        command("hint", f"--{foreign}"),
        command(foreign),
        command("hint", "examples/kwatro/evening.toml", "--solver", foreign),
    ]
    for printed in outputs:
        assert printed.strip()
        assert set(printed) & set(ESCAPES) <= set("[31m]0;title"), repr(printed)


def test_what_rich_draws_has_no_escape_sequences_but_its_own(monkeypatch):
    from rich.panel import Panel
    from rich.table import Table
    from rich.text import Text

    written = io.StringIO()
    monkeypatch.setattr(sys, "stdout", written)
    screen = output.console()
    table = Table(ESCAPES)
    table.add_row(Text(ESCAPES))
    for drawn in (ESCAPES, Text(ESCAPES), Panel(Text(ESCAPES), title=ESCAPES), table):
        screen.print(drawn)
    assert "title" in written.getvalue()
    assert printable(written.getvalue()) == written.getvalue()


def test_print_stays_and_everything_else_becomes_a_question_mark():
    assert printable("Zoë ** 8\t+1\n") == "Zoë ** 8\t+1\n"
    assert printable("a\x1b[0m\u202eb\ud800") == "a?[0m?b?"


def test_a_standard_stream_passes_print_only():
    raw = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    stream = output.PrintableStream(raw)
    print("a\x1b", file=stream, flush=True)
    stream.writelines(["b\x07", "c\n"])
    stream.flush()
    assert raw.buffer.getvalue() == b"a?\nb?c\n"


def test_a_notebook_gets_no_markup_of_a_name():
    names = ("<b>Ben</b>", "Anna")
    line = "kiebitz1 game=quanto players=A,%3Cb%3EBen to_move=A won=0,0 display=1,2,5,9 hand=8,1,J,12*"
    view = kiebitz.parse(f"{line} quanto.%3Cb%3EBen.chip=7 quanto.%3Cb%3EBen.cards=3,4")
    steals = [move for move in view.legal_moves() if "steals <b>Ben" in move.text]
    assert steals
    assert all("&lt;b&gt;Ben" in move._repr_html_() and "<b>" not in move._repr_html_() for move in steals)
    for name in kiebitz.GAMES:
        position = kiebitz.game(name, 2).deal(1, names)
        assert "<b>Ben" not in position._repr_html_()


def test_a_name_in_two_unicode_forms_is_one_player():
    short, long = "Zo\u00eb", "Zoe\u0308"
    position = kiebitz.game("kwatro", 2).deal(1, [long, "Ben"])
    assert position.names == (short, "Ben")
    text = position.view().to_toml()
    assert kiebitz.parse(text.replace(short, long)) == kiebitz.parse(text.replace(short, long, 1)) == position.view()
    with pytest.raises(kiebitz.PositionError, match="named twice"):
        kiebitz.parse(text.replace('"Ben"', f'"{long}"'))
    assert kiebitz.parse(position.view().to_line().replace("%C3%AB", "e%CC%88")) == position.view()


def test_marks_that_take_long_to_order_are_refused():
    with pytest.raises(ValueError, match="combining marks"):
        composed("e" + "\u0301\u0316" * 20)
    with pytest.raises(kiebitz.NotationError, match="combining marks in a row"):
        kiebitz.parse("e" + "\u0301\u0316" * 20)


@pytest.mark.parametrize("code", ["%ff", "%2", "%", "%zz", "%C3"])
def test_a_broken_percent_code_is_a_fault(code):
    line = kiebitz.game("kwatro", 2).deal(1).view().to_line()
    with pytest.raises(kiebitz.PositionError, match=f"is '.*P0{code}"):
        kiebitz.parse(line.replace("P0", f"P0{code}", 1))
    with pytest.raises(kiebitz.NotationError, match="wrong percent code"):
        kiebitz.parse(f"{line} hands.{code}=RT2")


def test_commas_separate_cells_and_a_long_number_is_called_that():
    text = kiebitz.game("kwatro", 2).deal(1).view().to_toml()
    spaced = text.replace('grid = """\n', 'grid = """\n , ')
    assert kiebitz.parse(spaced) == kiebitz.parse(text)
    with pytest.raises(kiebitz.PositionError, match="a number has at most 9 digits"):
        kiebitz.parse(text.replace("[0, 0]", "[2147483647, 0]"))


@pytest.mark.parametrize("scores", [[1, 0], [0, 7]])
def test_the_starter_alone_has_given_nobody_points(scores):
    position = kiebitz.game("kwatro", 2).deal(1)
    assert position.game.position(position.facts()) == position
    with pytest.raises(kiebitz.PositionError, match="with 0 cards played"):
        position.game.position(position.facts() | {"scores": scores})


def test_one_card_gives_points_to_one_player():
    position = kiebitz.game("kwatro", 2).deal(1)
    position.play(next(move for move in position.legal_moves() if move.text.count("@") == 1 and move.points))
    assert position.game.position(position.facts()) == position
    with pytest.raises(kiebitz.PositionError, match="have points, but only 1 cards were played"):
        position.game.position(position.facts() | {"scores": [4, 4]})


def test_a_stack_larger_than_all_its_cards_is_a_fault():
    line = "kiebitz1 game=quanto players=A,B to_move=A won=0,0 display=4,6,10,12 hand=8,1,J,12* quanto.B.chip=7"
    assert kiebitz.parse(f"{line} quanto.B.size=4")
    with pytest.raises(kiebitz.PositionError, match="size 59 is too large; all cards below 7 are 56"):
        kiebitz.parse(f"{line} quanto.B.size=59")


@pytest.mark.parametrize("name", kiebitz.GAMES)
def test_views_and_positions_of_a_finished_game_read_back_as_what_they_are(name):
    position = kiebitz.game(name, 2).deal(4)
    while not position.over:
        position.play(position.greedy_move())
    for state in (position, position.view(0), position.view(1)):
        for text in (state.to_line(), state.to_toml()):
            again = kiebitz.parse(text)
            assert type(again) is type(state)
            assert again == state
