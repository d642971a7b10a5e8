"""Pieces of work that packages can be compared by, and their kinds."""

import random
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

# The kinds of work; a unit is counted the same way on both sides.
KINDS = {
    "steps": "random games driven from Python, one legal decision after the other; unit: a decision",
    "playouts": "whole random games without Python between the moves; unit: a decision",
    "simulations": "simulations of a search from one position in mid-game to the end of the game; unit: a simulation",
    "rules": "openings of the same games by the rule books of our own tests, driven from Python; unit: a decision",
}
OPENING = 12  # decisions of a game for the rule books; a whole one of Kwatro takes them seconds


class Work(NamedTuple):
    """A piece of work.

    kind: of KINDS.
    who: the package and its method, as shown.
    game: name of the game.
    moves: mean number of legal moves of a decision.
    run: does the work, the same each time, and returns the units it did.
    """

    kind: str
    who: str
    game: str
    moves: float
    run: Callable[[], int]


class LeftOut(NamedTuple):
    """A peer or a piece of work that cannot be measured here, and why."""

    who: str
    reason: str


def collected(who: str, makers: Iterable[tuple[str, Callable[[], Work]]]) -> list[Work | LeftOut]:
    """The made works, with the reason in place of a work that fails: other people's code may fail in any way."""
    found: list[Work | LeftOut] = []
    for name, make in makers:
        try:
            work = make()
            work.run()
            found.append(work)
        except Exception as error:
            found.append(LeftOut(f"{who} {name}", " ".join(f"{type(error).__name__}: {error}".split())[:200]))
    return found


def pick(stream: random.Random, items: Any) -> Any:
    """A random item; all packages choose by this function, so that choosing costs them the same."""
    return items[int(stream.random() * len(items))]
