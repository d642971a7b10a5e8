"""A game's notation from the parts that are the game's own: schema, reader, checks, parser and formatter."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from kiebitz.codec import Codec
from kiebitz.errors import Fault, PositionError
from kiebitz.notation.checks import length_faults, value_faults
from kiebitz.notation.document import Document, FaultReport, plain_where
from kiebitz.notation.drawing import Row, plain, styled
from kiebitz.notation.hands import Facts, Where
from kiebitz.notation.options import RuleOptions
from kiebitz.notation.players import default_names, name_faults, seat_of
from kiebitz.notation.protocol import Notation
from kiebitz.notation.reading import Reader, Reading
from kiebitz.notation.schema import Record, read
from kiebitz.notation.writing import line_text, toml_text

if TYPE_CHECKING:
    from rich.text import Text

Parts = TypeVar("Parts")
GameOptions = TypeVar("GameOptions", bound=RuleOptions)
Names = Sequence[str]


def no_faults(options_or_facts: Any, players: int, where: Where) -> Iterator[Fault]:
    """A game without checks of its own here."""
    yield from ()


def no_choices(facts: Facts, players: int) -> dict[str, list[Any]]:
    """A game without facts that have only a few values."""
    return {}


@dataclass(frozen=True)
class GameNotation(Generic[Parts, GameOptions]):
    """The notation of one game; satisfies `Notation`.

    The fields are what a game says of itself; the methods follow from them. `Parts` is a move taken apart.

    codec: turns structs of the engine into facts and back.
    Options: the frozen dataclass of the rule options.
    player_limits: the least and the greatest number of players under some options.
    schema: the fields of a position file in the order of writing.
    reader: turns checked fields into facts.
    defaults: facts of the game's own that may be left out, with their defaults.
    values_of: the fields of complete facts except game, players and rules, without those that follow from others.
    by_seat: facts of the game's own that are lists with one entry for each player.
    checks: the checks of the game, in the order of their messages.
    parse_move: a text as parts; raises NotationError.
    format_move: parts as the one text that is printed.
    fields_of_move: the fields of a move in JSON answers; the facts may be missing.
    reasons: sentences that explain a legal move.
    drawn: the rows of a drawing, with a move marked; the last argument is the width in characters or None.
    html_drawn: the same as HTML; without it the rows of `drawn` as they are.
    choices: the possible values of facts that have only a few.
    shape_faults: lengths of other lists, which must be right before anything else can be checked.
    option_faults: options that do not fit the number of players.
    hand_facts: names of the facts that say which cards are in the hands.
    chance_facts: names of the facts that, unless empty, make some unseen cards likelier than others.
    """

    codec: type[Codec]
    Options: type[GameOptions]
    player_limits: Callable[[GameOptions], tuple[int, int]]
    schema: Record
    reader: type[Reader]
    defaults: Callable[[Facts], dict[str, Any]]
    values_of: Callable[[Facts, GameOptions, Names], dict[str, Any]]
    by_seat: Sequence[str]
    checks: Sequence[Callable[[Facts, GameOptions, Names, Where], Iterable[Fault]]]
    parse_move: Callable[[str, Names | None], Parts]
    format_move: Callable[[Parts, GameOptions], str]
    fields_of_move: Callable[[Parts, Facts | None, Names | None], dict[str, Any]]
    reasons: Callable[[Facts, GameOptions, Parts, Names], Iterable[str]]
    drawn: Callable[[Facts, Names, Parts | None, int | None], Iterable[Row]]
    html_drawn: Callable[[Facts, Names, Parts | None], str] | None = None
    choices: Callable[[Facts, int], Mapping[str, Collection[Any]]] = no_choices
    shape_faults: Callable[[Facts, int, Where], Iterable[Fault]] = no_faults
    option_faults: Callable[[GameOptions, int, Where], Iterable[Fault]] = no_faults
    hand_facts: Sequence[str] = ("hands",)
    chance_facts: Sequence[str] = ()

    @property
    def game(self) -> str:
        """The name of the game in facts, files and commands."""
        return self.reader.game

    def read(self, document: Document) -> tuple[Reading, list[Fault]]:
        """Facts, options and names of a document, and all faults; PositionError if they leave nothing to read."""
        values = read(self.schema, document)
        names = tuple(values["players"])
        options = self.Options(**values.get("rules", {}))
        least, most = self.player_limits(options)
        if not least <= len(names) <= most:
            raise PositionError(self.player_faults(options, names, document.where))
        report = FaultReport(document.where, document.one_line)
        facts = self.reader(values, names, options, report).facts()
        listed = {seat_of(name, names) for name in values.get("hands", ())}

        def where(*path: str) -> str:
            if path == ("hand",) and facts["viewer"] in listed:
                path = ("hands", names[facts["viewer"]])
            return document.where(*path)

        # A value that the reader has replaced by a default has its fault already.
        replaced = {fault.where for fault in report.faults}
        found = [fault for fault in self.faults(facts, options, names, where) if fault.where not in replaced]
        return Reading(facts, options, names), report.faults + found

    def write(self, facts: Facts, options: GameOptions, names: Names | None = None) -> str:
        """The text of a position file (TOML); reading it gives the same facts."""
        return toml_text(self.schema, self.values(facts, options, names))

    def line(self, facts: Facts, options: GameOptions, names: Names | None = None) -> str:
        """The one-line form; reading it gives the same facts."""
        return line_text(self.schema, self.values(facts, options, names))

    def values(self, facts: Facts, options: GameOptions, names: Names | None) -> dict[str, Any]:
        """The fields of a position file."""
        facts, names = self.completed(facts), names or default_names(facts["players"])
        head = {"game": self.game, "players": list(names), "rules": options.changed()}
        return head | self.values_of(facts, options, names)

    def completed(self, facts: Facts) -> dict[str, Any]:
        """The facts with defaults for everything that may be left out: all cards known, seat 0 to move."""
        sizes = [len(hand) for hand in facts["hands"]]
        common = {"game": self.game, "to_move": 0, "viewer": None, "hand_sizes": sizes}
        return common | self.defaults(facts) | dict(facts)

    def faults(self, facts: Facts, options: GameOptions, names: Names, where: Where = plain_where) -> list[Fault]:
        """All faults of complete facts; `where(*path)` names a field in the messages."""
        players = len(names)
        found = [
            *self.player_faults(options, names, where),
            *value_faults(facts, self.choices(facts, players), where),
            *length_faults(facts, ("hands", "hand_sizes", *self.by_seat), players, where),
            *self.shape_faults(facts, players, where),
        ]
        if not found:
            for check in self.checks:
                found += check(facts, options, names, where)
        return found

    def player_faults(self, options: GameOptions, names: Names, where: Where) -> Iterator[Fault]:
        """Faults of the number of players, of their names, and of options that name a player."""
        yield from name_faults(names, *self.player_limits(options), where)
        yield from self.option_faults(options, len(names), where)

    def canonical_move(self, text: str, options: GameOptions | None = None, names: Names | None = None) -> str:
        """Any accepted text of a move as the one that is printed; NotationError if it is no move."""
        return self.format_move(self.parse_move(text, names), options or self.Options())

    def move_fields(self, text: str, facts: Facts | None = None, names: Names | None = None) -> dict[str, Any]:
        """The fields of a move in JSON answers; without facts those that the text alone tells."""
        return self.fields_of_move(self.parse_move(text, names), facts, names)

    def explain(self, facts: Facts, options: GameOptions, move: str, names: Names | None = None) -> list[str]:
        """Sentences that say what a legal move does and why it scores its points; NotationError if it is no move."""
        names = names or default_names(facts["players"])
        return list(self.reasons(facts, options, self.parse_move(move, names), names))

    def draw(self, facts: Facts, names: Names | None = None, move: str | None = None) -> list[str]:
        """The position as lines of plain text; cards and numbers of a move stand in brackets."""
        return [plain(row) for row in self.rows(facts, names, move)]

    def draw_rich(
        self, facts: Facts, names: Names | None = None, move: str | None = None, width: int | None = None
    ) -> "Text":
        """The same in colours for the terminal; width: characters of a row, None for no limit."""
        return styled(self.rows(facts, names, move, width))

    def rows(self, facts: Facts, names: Names | None, move: str | None, width: int | None = None) -> Iterable[Row]:
        """The rows of a drawing."""
        names = names or default_names(facts["players"])
        return self.drawn(facts, names, self.parts_of(move, names), width)

    def html(self, facts: Facts, names: Names | None = None, move: str | None = None) -> str:
        """The same as HTML for notebooks; cards and numbers of a move are underlined."""
        names = names or default_names(facts["players"])
        if self.html_drawn is None:
            return f"<pre>{escape(chr(10).join(self.draw(facts, names, move)))}</pre>"
        return self.html_drawn(facts, names, self.parts_of(move, names))

    def parts_of(self, move: str | None, names: Names) -> Parts | None:
        """A move that may be missing, taken apart."""
        return self.parse_move(move, names) if move else None


if TYPE_CHECKING:
    # A type checker compares the class with the protocol here.
    _conforms: type[Notation] = GameNotation[Any, RuleOptions]
