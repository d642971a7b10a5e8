"""What reading a position gives, whatever the game."""

from typing import Any, NamedTuple


class Reading(NamedTuple):
    """Plain facts, the game's frozen options and the players' names; what write and line of the game take."""

    facts: dict[str, Any]
    options: Any
    names: tuple[str, ...]
