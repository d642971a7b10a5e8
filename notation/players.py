"""The players of a position: their names and seats."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from kiebitz.errors import Fault
from kiebitz.notation.document import FaultReport, shortened
from kiebitz.notation.schema import nearest


def default_names(players: int) -> tuple[str, ...]:
    """Names for players that have none: P0, P1, ..."""
    return tuple(f"P{seat}" for seat in range(players))


def name_faults(names: Sequence[str], least: int, most: int, where: Callable[..., str]) -> Iterator[Fault]:
    """Faults of a list of names: a wrong number of players, empty or unprintable names, a name given twice.

    least, most: the numbers of players that the game allows, both included.
    """
    place = where("players")
    if not least <= len(names) <= most:
        yield Fault(place, f"names {len(names)} players; right would be {least} to {most}")
    for seat, name in enumerate(names):
        if not name.strip():
            yield Fault(place, f"the name of seat {seat} is empty; right would be any text")
        if not name.isprintable():
            yield Fault(
                place, f"{shortened(name)} holds a mark that cannot be printed; right would be text on one line"
            )
        if name in names[:seat]:
            yield Fault(place, f"{shortened(name)} is named twice; right would be a name of its own for each player")


def seat_values(facts: Mapping[str, Any], names: Sequence[str]) -> dict[str, str]:
    """The fields `to_move` and `viewer`. The field `viewer` is needed only if another player is to move."""
    to_move, viewer = facts["to_move"], facts["viewer"]
    values = {} if to_move is None else {"to_move": names[to_move]}
    return values if viewer in (None, to_move) else values | {"viewer": names[viewer]}


def seat_of(value: str | int, names: Sequence[str]) -> int | None:
    """The seat of a name or of a seat number; None if there is no such player.

    A text of digits is a seat number, unless a player has that name.
    """
    if value in names:
        return list(names).index(str(value))
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 3:
        value = int(value)
    return value if isinstance(value, int) and 0 <= value < len(names) else None


def seat_reported(
    value: str | int, names: Sequence[str], path: str | tuple[str, ...], report: FaultReport
) -> int | None:
    """Like `seat_of`, and reports an unknown player as a fault of the field `path`."""
    seat = seat_of(value, names)
    if seat is None:
        report.add(path, f"{shortened(value)} is no player{nearest(str(value)[:60], names)}")
    return seat
