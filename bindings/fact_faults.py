"""The check of facts that a program gives to a game: impossible facts are refused before the engine sees them."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kiebitz.errors import Fault, PositionError

if TYPE_CHECKING:
    from kiebitz.ruleset import Ruleset

# What reading facts of a wrong shape raises.
MISSHAPEN = (LookupError, TypeError, ValueError, AttributeError, OverflowError, RecursionError)


def check_facts(game: "Ruleset", facts: Mapping[str, Any], names: Sequence[str], viewed: bool) -> None:
    """Raises PositionError unless the facts are those of a possible position of this game, or of a view.

    viewed: whether the facts must be those of a view.
    """
    seats = [None, *range(game.players)]
    try:
        found = [
            Fault(field, f"is {facts.get(field)!r}; right would be {right}")
            for field, right, good in (
                ("game", repr(game.name), facts.get("game", game.name) == game.name),
                ("players", game.players, facts["players"] == game.players),
                ("to_move", "a seat or None", facts.get("to_move") in seats),
                ("viewer", "a seat" if viewed else "None", facts.get("viewer") in (seats[1:] if viewed else [None])),
                ("pile", "a list without None", viewed or None not in facts["pile"]),
            )
            if not good
        ]
        found = found or game.notation.faults(game.notation.completed(facts), game.options, names)
    except MISSHAPEN as error:
        raise misshapen(error) from None
    if found:
        raise PositionError(found)


def check_names(game: "Ruleset", names: Sequence[str]) -> None:
    """Raises PositionError if a name of a player is empty, repeated, unprintable or no text."""
    if not all(isinstance(name, str) for name in names):
        raise PositionError([Fault("players", f"is {names!r}; right would be a text for each player")])
    found = [*game.notation.player_faults(game.options, names, lambda *path: path[0])]
    if found:
        raise PositionError(found)


def misshapen(error: Exception) -> PositionError:
    """The error for facts whose shape is wrong."""
    return PositionError([Fault("facts", f"have the wrong shape ({error!r}); docs/facts.md shows the right one")])
