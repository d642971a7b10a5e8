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
        names = names[:most]
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
    """The fields `to_move` and `viewer`."""
    values = {} if facts["to_move"] is None else {"to_move": names[facts["to_move"]]}
    return values | ({"viewer": names[facts["viewer"]]} if needs_viewer(facts) else {})


def needs_viewer(facts: Mapping[str, Any]) -> bool:
    """Whether the field `viewer` is needed. Without it, reading would give a position or the view of another player."""
    if facts["viewer"] is None:
        return False
    sizes: list[int] = facts["hand_sizes"]
    complete = None not in facts["pile"] and [len(hand) for hand in facts["hands"]] == sizes
    return complete or facts["viewer"] != facts["to_move"]


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
