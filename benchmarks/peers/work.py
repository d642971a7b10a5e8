"""Pieces of work by which packages are compared, and their kinds."""

import random
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

# The kinds of work. Units are counted in the same way on both sides.
KINDS = {
    "steps": "random games driven from Python, one legal decision after the other; unit: a decision",
    "playouts": "whole random games without Python between the moves; unit: a decision",
    "simulations": "simulations of a search from one position in mid-game to the end of the game; unit: a simulation",
    "rules": "openings of the same games by the rule books of our own tests, driven from Python; unit: a decision",
}
OPENING = 12  # decisions that the rule books play; a whole game of Kwatro takes seconds


class Work(NamedTuple):
    """A piece of work.

    kind: the kind of work, a key of KINDS.
    who: the package and its method, for the output.
    game: name of the game.
    moves: mean number of legal moves of a decision.
    run: function that does the work, always the same work, and returns its number of units.
    """

    kind: str
    who: str
    game: str
    moves: float
    run: Callable[[], int]


class LeftOut(NamedTuple):
    """A peer or a piece of work that cannot be measured here.

    who: the peer, and the work if there is one.
    reason: why it cannot be measured.
    """

    who: str
    reason: str


def collected(who: str, makers: Iterable[tuple[str, Callable[[], Work]]]) -> list[Work | LeftOut]:
    """The works that the makers make. A work that fails is replaced by the reason.

    makers: a name and a function that makes the work, for each work.
    """
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
    """A random item. All packages choose with this function, so that the choice costs all the same."""
    return items[int(stream.random() * len(items))]
