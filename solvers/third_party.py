"""Checks of the answers of third-party solvers."""

import math
from collections.abc import Callable, Mapping
from typing import Any

from kiebitz.core import Move, Position, View
from kiebitz.errors import SolverError
from kiebitz.notation.document import shortened
from kiebitz.solvers.advice import Advice, Ranked, SampleSize, Selection
from kiebitz.solvers.guard import guarded

Check = Callable[[Any], bool]
Expected = tuple[str, Check]  # a kind of value in words, and the test for it


def checked_advice(solver: str, view: View | Position, ask: Callable[[], Any]) -> Advice:
    """Returns the Advice from ask(). Raises SolverError if ask() fails or its advice is wrong."""
    with guarded(solver, "failed"):
        return require_advice(solver, ask(), view)


def require_advice(solver: str, advice: Any, view: View | Position) -> Advice:
    """Returns the same advice. Raises SolverError, which names the first wrong field."""
    if not isinstance(advice, Advice):
        raise SolverError(f"solver {solver} answers with {quoted(advice)}; right would be an Advice")
    check_fields(solver, advice, ADVICE)
    assert view.to_move is not None
    for name, right in (("game", view.game.name), ("to_move", view.names[view.to_move])):
        require(solver, name, getattr(advice, name), f"{right!r}", getattr(advice, name) == right)
    seen: set[Move] = set()
    for ranked in advice.moves:
        legal = isinstance(ranked.move, Move) and ranked.move not in seen and view.is_legal(ranked.move)
        require(solver, "move", ranked.move, "a legal move, and each only once", legal)
        seen.add(ranked.move)
        check_fields(solver, ranked, RANKED)
    return advice


def check_fields(solver: str, answer: Advice | Ranked, kinds: Mapping[str, Expected]) -> None:
    """Raises SolverError if a field has the wrong kind."""
    for name, (right, fits) in kinds.items():
        value = getattr(answer, name)
        require(solver, name, value, right, fits(value))


def require(solver: str, name: str, value: object, right: str, fits: bool) -> None:
    """Raises SolverError unless `fits` is True. The error says what would be right."""
    if not fits:
        raise SolverError(f"solver {solver} answers with {name} = {quoted(value)}; right would be {right}")


def quoted(value: object) -> str:
    """A value in the form for messages."""
    return shortened(repr(value))[1:-1]


def is_whole(value: object) -> bool:
    """Whether a value is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: object) -> bool:
    """Whether a value is a finite number."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def is_share(value: Any) -> bool:
    """Whether a value is a number in 0..1."""
    return is_number(value) and 0 <= value <= 1


def is_pair(value: object) -> bool:
    """Whether a value is two finite numbers."""
    return isinstance(value, tuple | list) and len(value) == 2 and all(map(is_number, value))


def are(kind: type) -> Check:
    """A test for a sequence of values of this type."""
    return lambda values: isinstance(values, tuple | list) and all(isinstance(value, kind) for value in values)


def is_a(*kinds: type) -> Check:
    """A test for a value of one of these types."""
    return lambda value: isinstance(value, kinds)


TEXT, FLAG, TEXTS = ("a text", is_a(str)), ("True or False", is_a(bool)), ("texts", are(str))
WHOLE, NUMBER, PAIR = ("a whole number", is_whole), ("a finite number", is_number), ("two finite numbers", is_pair)

# The kind of each field.
ADVICE: Mapping[str, Expected] = {
    "solver": TEXT,
    "exact": FLAG,
    "stop": TEXT,
    "nodes": WHOLE,
    "worlds": WHOLE,
    "seconds": NUMBER,
    "seed": WHOLE,
    "moves": ("one Ranked or more", lambda moves: are(Ranked)(moves) and len(moves) > 0),
    "belief": ("a SampleSize or None", is_a(SampleSize, type(None))),
    "selection": ("a Selection or None", is_a(Selection, type(None))),
}
RANKED: Mapping[str, Expected] = {
    "points": WHOLE,
    "margin": NUMBER,
    "margin_ci": PAIR,
    "win": ("a number in 0..1", is_share),
    "win_ci": PAIR,
    "visits": WHOLE,
    "tied": FLAG,
    "why": TEXTS,
    "line": TEXTS,
}
