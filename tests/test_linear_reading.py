"""Reading takes time linear in the input, whatever comes in: files, lines, moves, grids and texts of solvers."""

import contextlib
import re
import re._constants as codes
import re._parser as parser
import sys
from importlib import import_module
from pathlib import Path

import pytest

import kiebitz
from kiebitz.foreign_text import composed, printable
from kiebitz.notation.document import DEEP_KEY, LONGEST, from_path, from_text
from kiebitz.notation.games import faults_of
from kiebitz.notation.registry import notation_of
from kiebitz.solvers.registry import make_solver

ROOT = Path(__file__).parents[1]
SIZE = 2_000  # copies of a unit in the smaller input
# Units that are repeated, each with what stands before and behind all copies.
UNITS = {
    "blanks": ("", " ", "x"),
    "line ends": ("", "\n", "x"),
    "blanks before #": ("a = 1", " ", "#"),
    "list of blanks": ("a = [", " ", "]"),
    "opening brackets": ("a = ", "[", ""),
    "headers": ("", "[a]\n", ""),
    "quotes": ("", '"', "= 1"),
    "escaped quotes": ('"', '\\"', ""),
    "single quotes": ("'", "'", ""),
    "dots": ("a", ".a", " = 1"),
    "commas": ("", ",", ""),
    "cards": ("", "RT2 ", ""),
    "numbers": ("", "4 ", ""),
    "marks": ("", "@ ", ""),
    "marks with blanks": ("", " @,", ""),
    "percent codes": ("", "%20", ""),
    "slashes": ("", "O1/", ""),
    "question marks": ("", "? ", ""),
    "words": ("", "takes 4 ", ""),
    "colons": ("rollout", ":", ""),
    "equal signs": ("rollout:", "a=", ""),
    "combining marks": ("e", "\u0301\u0316", ""),
}
FIELDS = {
    "kwatro": ["grid", "hand", "pile", "bottom", "players", "traded_by", "scores", "hands.P0"],
    "quanto": ["display", "hand", "pile", "turned", "seen", "players", "won", "quanto.P0.cards"],
    "qwinto": ["square", "hand", "covered", "pile", "reshuffled", "sheets.P0.orange", "writes.P0", "players"],
}


def blown_up(unit, copies):
    before, repeated, behind = UNITS[unit]
    return before + repeated * copies + behind


def work(read, text):
    """The number of lines of Python that reading a text executes."""
    lines = 0

    def local(frame, event, argument):
        nonlocal lines
        lines += event == "line"
        return local

    sys.settrace(lambda frame, event, argument: local)
    try:
        with contextlib.suppress(kiebitz.KiebitzError):
            read(text)
    finally:
        sys.settrace(None)
    return lines


def require_linear(read, unit, wrapped=lambda text: text):
    """Work may double with the input, and not grow faster."""
    once, twice = (work(read, wrapped(blown_up(unit, copies))) for copies in (SIZE, 2 * SIZE))
    assert twice <= 2 * once + 1_000, f"{unit}: {once} lines of Python, then {twice}"


@pytest.mark.parametrize("unit", UNITS)
def test_a_whole_text_is_read_in_linear_time(unit):
    require_linear(kiebitz.parse, unit)
    require_linear(kiebitz.parse, unit, lambda text: f"kiebitz1 {text}")
    require_linear(kiebitz.parse, unit, lambda text: f'game = "kwatro"\ngrid = """\n{text}')


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("game", FIELDS)
def test_every_field_is_read_and_checked_in_linear_time(game, unit):
    line = kiebitz.game(game).deal(1).view().to_line()
    for field in FIELDS[game]:
        kept = [word for word in line.split() if not word.startswith(f"{field.split('.')[0]}=")]
        wrapped = " ".join(kept)
        require_linear(faults_of_line, unit, lambda text, kept=wrapped, field=field: line_with(kept, field, text))


@pytest.mark.parametrize("unit", ["RT2 ", "** ", "4 ", "12* ", "O0 ", "10 ", "O0/", "RT2/"])
@pytest.mark.parametrize("game", FIELDS)
def test_the_faults_of_a_field_grow_no_faster_than_the_field(game, unit):
    """Twice the input is twice the text, with longer row numbers. A list of all places in each fault grows fourfold."""
    line = kiebitz.game(game).deal(1).view().to_line()
    for field in FIELDS[game]:
        kept = " ".join(word for word in line.split() if not word.startswith(f"{field.split('.')[0]}="))
        once, twice = (length_of_faults(line_with(kept, field, unit * copies)) for copies in (SIZE, 2 * SIZE))
        assert twice <= 2.5 * once + 1_000, f"{field}: {once} characters, then {twice}"


def length_of_faults(text):
    """The number of characters of all faults of a line."""
    with contextlib.suppress(kiebitz.KiebitzError):
        return sum(len(str(fault)) for fault in faults_of_line(text))
    return 0


def faults_of_line(text):
    return faults_of(from_text(text))


def line_with(line, field, text):
    encoded = text.replace(" ", ",").replace("\n", "/").replace('"', "%22")
    return f"{line} {field}={encoded}"


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("game", FIELDS)
def test_a_move_is_read_in_linear_time(game, unit):
    notation = notation_of(game)
    for start in ("", "J steals ", "4 creates 6 with ", "trade ", "write ", "8 takes "):
        require_linear(notation.canonical_move, unit, lambda text, start=start: start + text)


@pytest.mark.parametrize("unit", UNITS)
def test_texts_of_solvers_and_foreign_text_are_read_in_linear_time(unit):
    require_linear(make_solver, unit)
    require_linear(printable, unit)
    require_linear(composed_or_none, unit)


def composed_or_none(text):
    with contextlib.suppress(ValueError):
        composed(text)


def patterns():
    """(place, pattern) of every pattern that reads or writes text."""
    for folder in ("bindings", "notation", "solvers", "cli"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "re.compile" not in path.read_text():
                continue
            parts = path.relative_to(ROOT).with_suffix("").parts
            module = import_module(".".join(("kiebitz", *(parts[1:] if folder == "bindings" else parts))))
            for name, value in vars(module).items():
                if isinstance(value, re.Pattern):
                    yield f"{module.__name__}.{name}", value


def giving_back(parsed):
    """Repetitions inside a parsed pattern that can give back what they took."""
    for operator, argument in parsed:
        if operator in (codes.MAX_REPEAT, codes.MIN_REPEAT):
            least, most, inner = argument
            if least != most:
                yield operator
            yield from giving_back(inner)
        elif operator is codes.POSSESSIVE_REPEAT:
            yield from giving_back(argument[2])
        elif operator is codes.SUBPATTERN:
            yield from giving_back(argument[3])
        elif operator is codes.BRANCH:
            for branch in argument[1]:
                yield from giving_back(branch)
        elif operator in (codes.ASSERT, codes.ASSERT_NOT):
            yield from giving_back(argument[1])


def test_no_pattern_can_backtrack():
    found = dict(patterns())
    assert len(found) >= 8
    for name, pattern in found.items():
        assert not list(giving_back(parser.parse(pattern.pattern, pattern.flags))), name


def test_a_pattern_that_can_backtrack_is_found():
    assert list(giving_back(parser.parse(r"(a|b+?)c")))
    assert list(giving_back(parser.parse(r"(?:x\s*)++")))
    assert not list(giving_back(parser.parse(r"(?:x\s*+)++y{3}")))


def test_a_row_of_a_board_is_no_deep_key():
    assert not DEEP_KEY.search("RT2 . " * 60)
    assert DEEP_KEY.search("a." * 64)


def test_no_more_of_a_file_is_read_than_a_position_can_need(tmp_path):
    with pytest.raises(kiebitz.NotationError, match="no position has more than 100000 characters"):
        from_path("/dev/zero")
    large = tmp_path / "large.toml"
    with large.open("wb") as file:
        file.truncate(700 * 2**20)
    with pytest.raises(kiebitz.NotationError, match=r"large\.toml: has more than \d+ bytes"):
        from_path(large)
    with pytest.raises(kiebitz.NotationError, match="no position needs more than"):
        from_text(" " * (LONGEST + 1))
