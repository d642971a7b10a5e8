"""A comparable piece of work, and what kinds of it there are."""

from collections.abc import Callable
from typing import NamedTuple

# What is compared, by kind; a unit is counted the same way on both sides.
KINDS = {
    "steps": "random games driven from Python, one legal decision after the other; unit: a decision",
    "playouts": "whole random games without Python between the moves; unit: a decision",
    "simulations": "simulations of a search from one position in mid-game to the end of the game; unit: a simulation",
    "rules": "openings of the same games by the rule books of our own tests, driven from Python; unit: a decision",
}
OPENING = 12  # decisions of a game for the rule books; a whole one of Kwatro takes them seconds


class Work(NamedTuple):
    """kind: of KINDS; who: the package and what it does, as shown; game: which; moves: legal moves a decision on
    average; run: does the work, the same each time, and returns the units it did."""

    kind: str
    who: str
    game: str
    moves: float
    run: Callable[[], int]


class LeftOut(NamedTuple):
    """A peer or a piece of work that cannot be measured here, and why."""

    who: str
    reason: str


def collected(who, makers):
    """What the makers give, and in place of each that fails the reason: somebody else's code may fail in any way."""
    found = []
    for name, make in makers:
        try:
            work = make()
            work.run()
            found.append(work)
        except Exception as error:
            found.append(LeftOut(f"{who} {name}", " ".join(f"{type(error).__name__}: {error}".split())[:200]))
    return found


def pick(stream, items):
    """A random one of a list, the same way for everybody, so that choosing costs everybody the same."""
    return items[int(stream.random() * len(items))]
