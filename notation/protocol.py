"""Notation: the interface between a game's notation and the rest of the package.

Its part `kiebitz.language.Language` is what the core uses. The core lies below this layer and must not import it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from kiebitz.codec import Codec
from kiebitz.errors import Fault
from kiebitz.language import Language
from kiebitz.notation.document import Document
from kiebitz.notation.reading import Reading
from kiebitz.notation.schema import Record


class Notation(Language, Protocol):
    """A game as text: its positions, moves, faults, reasons and drawings, and its codec to the engine."""

    @property
    def game(self) -> str:
        """The name of the game in facts, files and commands."""

    @property
    def Options(self) -> type[Any]:
        """The frozen dataclass of the rule options."""

    @property
    def codec(self) -> type[Codec]:
        """The class that turns structs of the engine into facts and back."""

    @property
    def schema(self) -> Record:
        """The fields of a position file in the order of writing."""

    def values(self, facts: Mapping[str, Any], options: Any, names: Sequence[str] | None) -> dict[str, Any]:
        """The fields of a position file from facts."""

    def player_limits(self, options: Any) -> tuple[int, int]:
        """The least and the greatest number of players."""

    def read(self, document: Document) -> tuple[Reading, list[Fault]]:
        """Facts, options and names of a document, and all faults.

        Raises PositionError if the fields cannot be turned into facts: one is unknown, missing or of a wrong type, or
        the number of players is wrong.
        """
