"""Solvers that others wrote: their code may print, fail, exit and answer anything, but none of it comes through."""

import math
import sys
from contextlib import contextmanager, redirect_stdout

from kiebitz.core import Move
from kiebitz.errors import BudgetError, KiebitzError
from kiebitz.notation.document import shortened
from kiebitz.solvers.advice import Advice, Ranked, Weighing


@contextmanager
def guarded(solver, failure):
    """Runs other people's code: what it prints goes to standard error, what it raises becomes a BudgetError.

    failure: what is said of the solver then, before the error itself.
    """
    try:
        with redirect_stdout(sys.stderr):
            yield
    except KiebitzError:
        raise
    except (Exception, SystemExit) as error:
        raise BudgetError(f"solver {solver} {failure}: {type(error).__name__}: {error}") from error


def checked(solver, view, ask):
    """The Advice that ask() returns; BudgetError if it fails, or if that is no advice for the player to move."""
    with guarded(solver, "failed"):
        advice = ask()
        check(solver, advice, view)
        return advice


def check(solver, advice, view):
    """BudgetError names the first thing that is wrong with an answer."""
    if not isinstance(advice, Advice):
        raise BudgetError(f"solver {solver} answers with {quoted(advice)}; right would be an Advice")
    check_fields(solver, advice, ADVICE)
    for name, right in (("game", view.game.name), ("to_move", view.names[view.to_move])):
        require(solver, name, getattr(advice, name), f"{right!r}", getattr(advice, name) == right)
    left = set(view.legal_moves())
    for ranked in advice.moves:
        legal = isinstance(ranked.move, Move) and ranked.move in left
        require(solver, "move", ranked.move, "a legal move, and each only once", legal)
        left.remove(ranked.move)
        check_fields(solver, ranked, RANKED)


def check_fields(solver, answer, kinds):
    for name, (right, fits) in kinds.items():
        value = getattr(answer, name)
        require(solver, name, value, right, fits(value))


def require(solver, name, value, right, fits):
    if not fits:
        raise BudgetError(f"solver {solver} answers with {name} = {quoted(value)}; right would be {right}")


def quoted(value):
    return shortened(repr(value))[1:-1]


def is_whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value):
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def is_pair(value):
    return isinstance(value, tuple | list) and len(value) == 2 and all(map(is_number, value))


def are(kind):
    return lambda values: isinstance(values, tuple | list) and all(isinstance(value, kind) for value in values)


def is_a(kind):
    return lambda value: isinstance(value, kind)


TEXT, FLAG, TEXTS = ("a text", is_a(str)), ("True or False", is_a(bool)), ("texts", are(str))
WHOLE, NUMBER, PAIR = ("a whole number", is_whole), ("a finite number", is_number), ("two finite numbers", is_pair)

# What each field is in words, and whether a value is that.
ADVICE = {
    "solver": TEXT,
    "exact": FLAG,
    "stop": TEXT,
    "nodes": WHOLE,
    "worlds": WHOLE,
    "seconds": NUMBER,
    "seed": WHOLE,
    "moves": ("one Ranked or more", lambda moves: are(Ranked)(moves) and len(moves) > 0),
    "belief": ("a Weighing or None", is_a(Weighing | None)),
}
RANKED = {
    "points": WHOLE,
    "margin": NUMBER,
    "margin_ci": PAIR,
    "win": ("a number in 0..1", lambda win: is_number(win) and 0 <= win <= 1),
    "win_ci": PAIR,
    "visits": WHOLE,
    "tied": FLAG,
    "why": TEXTS,
    "line": TEXTS,
}
