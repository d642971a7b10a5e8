"""Documents: the fields of a position's text, and the place of each field for messages.

The text is a TOML file or the one-line form. A Document holds the fields as they are written. `schema.read` checks and
decodes them by the schema of the game.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any, BinaryIO

from kiebitz.errors import Fault, NotationError
from kiebitz.foreign_text import composed
from kiebitz.notation.encoding import LINE_MARK, decode

LONGEST = 100_000  # most characters of a text
MOST_BYTES = 4 * LONGEST + 3  # of so many characters in UTF-8, with a byte order mark
DEEPEST = 3  # most dots in a key of the one-line form
Path = tuple[str, ...]
DIGIT_LIMIT = "set_int_max_str_digits"  # stands in Python's message about a number of thousands of digits
LONG_NUMBER = "a number has at most 9 digits"

# Reading takes time linear in the text. So every repetition is possessive (`*+`): it gives nothing back. A pattern that
# is searched for starts with a mark that no repetition passes. tests/test_linear_reading.py checks all patterns.
#
# The start of a line that is meant as the one-line form, although its mark is missing, in quotes or of another version.
LINE_LIKE = re.compile(r"""["']?+(?:kiebitz\d|game=[^\s"'])""")
SYNTAX_PLACE = re.compile(r"\(at line (\d++), column (\d++)\)")
# Inside a text of several lines a key may lack its closing quotes.
KEY_PART = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?+\Z)|\'[^\']*+(?:\'|\Z)|[^\s."\']++')
HEADER = re.compile(r"\[([^\[\]]++)\]")
ENTRY = re.compile(r"""((?:"(?:[^"\\]|\\.)*+"|'[^']*+'|[^="'#\[\]{}])++)=""")
# A key with more dots than a row of any board could look like: tomllib takes quadratic time for it.
DEEP_KEY = re.compile(r"""(?<![\w"'-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){64}""")


@dataclass(frozen=True)
class Document:
    """The fields of a text before they are checked.

    name: the file, or a word that stands for the text in messages.
    raw: the fields as nested tables; values of the one-line form are still encoded.
    one_line: whether the text has the one-line form.
    lines: the line number of each field and table of a file.
    """

    name: str
    raw: Mapping[str, object]
    one_line: bool = False
    lines: Mapping[Path, int] = field(default_factory=dict)

    def where(self, *path: str) -> str:
        """The place of a field in words, such as `game.toml, line 3, field hand`; no line if the field is missing."""
        label = ".".join(path)
        if self.one_line:
            return f"{self.name}, key {label}" if path else self.name
        for length in range(len(path), 0, -1):
            if path[:length] in self.lines:
                return f"{self.name}, line {self.lines[path[:length]]}, field {label}"
        for longer, number in self.lines.items():
            if path and longer[: len(path)] == path:
                return f"{self.name}, line {number}, field {label}"
        return f"{self.name}, field {label}" if path else self.name


class FaultReport:
    """Collects the faults of one document."""

    def __init__(self, where: Callable[..., str], one_line: bool = False):
        self.where, self.one_line = where, one_line
        self.faults: list[Fault] = []

    def add(self, path: str | Path, what: str) -> None:
        """Notes a fault of a field, named by its path."""
        path = (path,) if isinstance(path, str) else path
        self.faults.append(Fault(self.where(*path), what))


def plain_where(*path: str) -> str:
    """The place of a field of facts that come from no document: its path with dots."""
    return ".".join(path)


def from_path(path: str | FilePath) -> Document:
    """Reads a position file in either form.

    Raises NotationError if the file cannot be read, or is neither TOML nor the one-line form.
    """
    try:
        with FilePath(path).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        name = path or "the empty name"
        raise NotationError(f"{name}: cannot be read ({reason}); right would be a position file, or -") from None
    return from_bytes(data, str(path))


def from_stream(stream: BinaryIO, name: str) -> Document:
    """Reads either form from a stream, but no more of it than a position can need. Errors are those of `from_text`."""
    return from_bytes(stream.read(MOST_BYTES + 1), name)


def from_bytes(data: bytes, name: str) -> Document:
    """Reads the first MOST_BYTES + 1 bytes of a file. Raises NotationError if they are too many or no UTF-8."""
    if len(data) > MOST_BYTES:
        raise NotationError(f"{name}: has more than {MOST_BYTES} bytes; no position has more than {LONGEST} characters")
    try:
        return from_text(data.decode("utf-8-sig"), name)
    except UnicodeDecodeError as error:
        raise NotationError(f"{name}: byte {error.start} is no UTF-8; right would be a text in UTF-8") from None


def from_text(text: str, name: str = "text") -> Document:
    """Reads either form of a position: the one-line form if the text looks like it, else TOML.

    Raises NotationError if the text is too long or cannot be read.
    """
    if len(text) > LONGEST:
        raise NotationError(f"{name}: has {len(text)} characters; no position needs more than {LONGEST}")
    try:
        text = composed(text)
    except ValueError as error:
        raise NotationError(f"{name}: has {error}; right would be plain text") from None
    line = text.strip()
    if line.split(maxsplit=1)[:1] == [LINE_MARK] or (LINE_LIKE.match(line) and "\n" not in line):
        return from_line(text, name)
    return from_toml(text, name)


def from_toml(text: str, name: str = "text") -> Document:
    """Reads the TOML form. Raises NotationError with line and column of a syntax error."""
    if deep := DEEP_KEY.search(text):
        raise NotationError(f"{name}: {shortened(deep[0])} has too many dots; right would be keys such as hands.Anna")
    try:
        raw = tomllib.loads(text)
    except RecursionError:
        raise NotationError(f"{name}: brackets nested too deeply; right would be flat lists") from None
    # tomllib lets the errors of int() and datetime() through.
    except (ValueError, OverflowError) as error:
        reason = LONG_NUMBER if DIGIT_LIMIT in str(error) else str(error)
        raise NotationError(syntax_message(text, name, reason)) from None
    return Document(name, raw, lines=line_numbers(text))


def syntax_message(text: str, name: str, reason: str) -> str:
    """The message for a syntax error: its place, the line itself, and an example of a right line."""
    right = 'right would be  key = value  with texts in quotes, such as  hand = "..."'
    place = SYNTAX_PLACE.search(reason)
    reason = reason.split(" (at ")[0]
    if place is None:
        last = max(1, len(text.splitlines()))
        return f"{name}, line {last} (end of the text): {reason}; {right}"
    number, column = int(place[1]), place[2]
    quoted = shortened(text.replace("\r\n", "\n").split("\n")[number - 1].strip())
    return f"{name}, line {number}, column {column}: {reason} in {quoted}; {right}"


def from_line(text: str, name: str = "line") -> Document:
    """Reads the one-line form `kiebitz1 key=value ...`.

    A dot in a key leads into a table. Values stay encoded. Raises NotationError if the text has another form.
    """
    mark, *words = text.split() or [""]
    if mark != LINE_MARK:
        raise NotationError(f"{name}: starts with {shortened(mark)}; right would be  {LINE_MARK} game=... players=...")
    raw: dict[str, object] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise NotationError(f"{name}: {shortened(word)} is no key=value; right would be commas for blanks")
        if key.count(".") > DEEPEST:
            raise NotationError(f"{name}: {shortened(key)} has too many dots; right would be such as hands.Anna")
        try:
            path = [decode(part) for part in key.split(".")]
        except ValueError:
            raise NotationError(f"{name}: {shortened(key)} has a wrong percent code; right would be UTF-8") from None
        enter(raw, path, value, name)
    return Document(name, raw, one_line=True)


def enter(raw: dict[str, Any], path: list[str], value: str, name: str) -> None:
    """Puts an encoded value into the nested tables. Raises NotationError if the place is taken."""
    *tables, last = path
    table = raw
    for part in tables:
        table = table.setdefault(part, {})
        if not isinstance(table, dict):
            raise NotationError(
                f"{name}, key {'.'.join(path)}: {part} has a value of its own; right would be one of both"
            )
    if last in table:
        raise NotationError(f"{name}, key {'.'.join(path)}: given twice; right would be once")
    table[last] = value


def line_numbers(text: str) -> dict[Path, int]:
    """The line on which each field and table of a TOML text starts. The inside of multi-line texts is skipped."""
    lines: dict[Path, int] = {}
    table: Path = ()
    closing = None
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        if closing is None:
            line = line.lstrip()
            if header := HEADER.match(line):
                table = key_path(header[1])
                lines.setdefault(table, number)
            elif entry := ENTRY.match(line):
                lines.setdefault(table + key_path(entry[1]), number)
        for quotes in ('"""', "'''"):
            if closing in (None, quotes) and line.count(quotes) % 2:
                closing = None if closing else quotes
    return lines


def key_path(text: str) -> Path:
    """The parts of a TOML key."""
    return tuple(part.strip("\"'") for part in KEY_PART.findall(text))


def shortened(value: object, most: int = 60) -> str:
    """A value as messages quote it: printable, on one line, and cut after `most` characters."""
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, list):
        items = ["a list" if isinstance(item, list) else shortened(item, 20) for item in value[:4]]
        return f"[{', '.join(items)}{', ...' if len(value) > 4 else ''}]"
    # TOML can hold integers of thousands of digits in hexadecimal. Python refuses to print them in decimal.
    if isinstance(value, int) and abs(value) > 10**most:
        return "a huge number"
    shown = str(value).lower() if isinstance(value, bool) else str(value)
    shown = "".join(mark if mark.isprintable() else "?" for mark in shown[: most + 1])
    shown = shown if len(shown) <= most else f"{shown[:most]}..."
    return f"'{shown}'" if isinstance(value, str) else shown
