"""Language: the interface between the core and the text forms of a game. `kiebitz.notation` implements it.

It is a part of `kiebitz.notation.protocol.Notation`, the interface of a game's notation. Notation adds what needs
files, fields and codecs. The core lies below that layer and must not import it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from kiebitz.errors import Fault

if TYPE_CHECKING:
    from rich.text import Text


class Language(Protocol):
    """Text forms of one game.

    The methods share these parameters:

    facts: a position as plain Python values (docs/facts.md).
    options: the rule options of the game.
    names: the names of the players by seat; default P0, P1, ...
    move: the text of a move.
    """

    @property
    def hand_facts(self) -> Sequence[str]:
        """Names of the facts that say which cards are in the hands. All of them are known if all hands lie face up."""

    @property
    def chance_facts(self) -> Sequence[str]:
        """Names of the facts that, unless empty, make some unseen cards likelier than others."""

    def completed(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """The facts, with default values for all that were left out."""

    def faults(
        self, facts: Mapping[str, Any], options: Any, names: Sequence[str], where: Callable[..., str] = ...
    ) -> list[Fault]:
        """All faults of complete facts. `where(*path)` gives the name of a field for the messages."""

    def player_faults(self, options: Any, names: Sequence[str], where: Callable[..., str]) -> Iterable[Fault]:
        """The faults of the number of players, of their names, and of options that name a player."""

    def write(self, facts: Mapping[str, Any], options: Any, names: Sequence[str] | None = None) -> str:
        """The text of a position file (TOML)."""

    def line(self, facts: Mapping[str, Any], options: Any, names: Sequence[str] | None = None) -> str:
        """The one-line form."""

    def canonical_move(self, text: str, options: Any = None, names: Sequence[str] | None = None) -> str:
        """The printed text of a move, from any accepted text. Raises NotationError if the text is no move."""

    def move_fields(
        self, text: str, facts: Mapping[str, Any] | None = None, names: Sequence[str] | None = None
    ) -> dict[str, Any]:
        """The fields of a move in JSON answers."""

    def explain(
        self, facts: Mapping[str, Any], options: Any, move: str, names: Sequence[str] | None = None
    ) -> list[str]:
        """Sentences that say what a legal move does and why it scores its points."""

    def draw(self, facts: Mapping[str, Any], names: Sequence[str] | None = None, move: str | None = None) -> list[str]:
        """The position as lines of plain text, with the cards of a move marked."""

    def draw_rich(
        self,
        facts: Mapping[str, Any],
        names: Sequence[str] | None = None,
        move: str | None = None,
        width: int | None = None,
    ) -> "Text":
        """The position in colours for the terminal.

        width: most characters in a row; None: no limit.
        """

    def html(self, facts: Mapping[str, Any], names: Sequence[str] | None = None, move: str | None = None) -> str:
        """The position as HTML for notebooks."""
