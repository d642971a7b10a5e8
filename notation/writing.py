"""Writing a position, as far as it is the same for all games."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kiebitz.notation import fields
from kiebitz.notation.players import default_names


@dataclass(frozen=True)
class Writer:
    """Writes a game's facts, completed and turned into the fields of its schema; reading gives the same facts."""

    schema: fields.Record
    completed: Callable[[Mapping[str, Any]], dict[str, Any]]
    values_of: Callable[[Mapping[str, Any], Any, Sequence[str]], dict[str, Any]]

    def write(self, facts: Mapping[str, Any], options: Any, names: Sequence[str] | None = None) -> str:
        """The facts as the TOML text of a position file."""
        return fields.toml_text(self.schema, self.values(facts, options, names))

    def line(self, facts: Mapping[str, Any], options: Any, names: Sequence[str] | None = None) -> str:
        """The facts in the one-line form."""
        return fields.line_text(self.schema, self.values(facts, options, names))

    def values(self, facts: Mapping[str, Any], options: Any, names: Sequence[str] | None) -> dict[str, Any]:
        return self.values_of(self.completed(facts), options, names or default_names(facts["players"]))
