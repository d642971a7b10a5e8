"""Calls all public names of a module, and the methods of its types, with odd arguments. Prints how many calls it made.

Only errors that a program can handle may come back. A name that ends the process is the last one on standard error.
"""

import inspect
import itertools
import resource
import sys
import threading
from importlib import import_module

import numpy as np

import kiebitz

MEMORY = 3 * 2**30  # bytes of address space
MOST_ODD = 14  # odd arguments that are tried in each place when the others are right
# The one argument that is documented to skip all checks.
LEFT_OUT = {"trusted"}
NAMES = tuple(kiebitz.GAMES)  # before odd games are registered
# Large, but right: they would compute for hours.
HUGE = (
    "depth",
    "times",
    "games",
    "nodes",
    "worlds",
    "players",
    "count",
    "turns",
    "limit",
    "seconds",
    "top",
    "samples",
    "outcomes",
    "width",
    "inner",
    "per_world",
    "stride",
    "plies",
    "last",
    "log_entries",
    "most_nodes",
    "explained",
    "threads",
    "number",
    "extra",
)


class Strange:
    """An object whose every special method fails."""

    def __eq__(self, other):
        raise RuntimeError("no")

    def __repr__(self):
        raise RuntimeError("no")

    def __iter__(self):
        raise RuntimeError("no")

    def __index__(self):
        raise RuntimeError("no")

    __hash__ = None


def odd_arguments():
    """Values of many types; each call gets fresh ones."""
    return [
        None,
        "",
        "x",
        "\x1b[31m\ud800",
        -1,
        0,
        1,
        3,
        2**31,
        -(2**63),
        2**64,
        1e308,
        float("nan"),
        float("inf"),
        True,
        b"x",
        [],
        [None],
        {},
        {"players": 10**9},
        (),
        (1, 2),
        object(),
        Strange(),
        np.zeros(0, np.int32),
        np.zeros((2, 2)),
        np.full(3, 2**31 - 1, np.int32),
        np.zeros((0, 0), np.float64),
        lambda *_: None,
        kiebitz.Fault("", ""),
    ]


def usual_arguments():
    """Right values by the name of a parameter."""
    position = late_position()  # exact search without a limit ends at once here
    view, other = position.view(), kiebitz.game("kwatro", 3).deal(1)
    position_move, other_move = position.legal_moves()[0], other.legal_moves()[0]
    return {
        "position": [position, other],
        "state": [position, view, other],
        "view": [view, other.view()],
        "known": [view],
        "game": [position.game, other.game],
        "move": [position_move, other_move, "x"],
        "text": [position.to_line()],
        "path_or_text": [position.to_line()],
        "names": [("a", "b"), ("a",)],
        "facts": [position.facts(), other.facts()],
        "policy": ["greedy", "static"],
        "policies": [["greedy", "random"]],
        "seed": [1],
        "seeds": [[1, 2]],
        "name": ["quanto"],
        "which": [np.zeros(2, np.int32)],
        "margins": [np.zeros((2, 2), np.float32), np.zeros((2, 2))],
        "wins": [np.zeros((2, 2), np.float32), np.zeros((2, 2))],
        "player": [0],
        "index": [0],
        "first": [0],
        "observed": [[]],
        "temperature": [1.0],
        "moves": [[position_move]],
        "depth": [1],
        "deal": [1],
        "plies": [1],
        "count": [2],
        "times": [1],
        "games": [1],
        "turns": [1],
        "notation": [position.game.notation],
        "options": [position.game.options],
        "also": [[]],
    }


def late_position():
    """A position of Quanto three decisions before the end."""
    course = [kiebitz.game("quanto", 2).deal(5)]
    while not course[-1].over:
        course.append(course[-1].copy())
        course[-1].play(course[-1].greedy_move())
    return course[-4]


def signature_of(function):
    """The names of the parameters of a function."""
    try:
        return [p.name for p in inspect.signature(function).parameters.values() if p.kind is not p.VAR_KEYWORD]
    except (TypeError, ValueError):
        return ["a", "b", "c"]


def argument_lists(parameters):
    """Positional arguments: all right, one odd among right ones, and only odd ones."""
    usual = usual_arguments()
    right = [usual.get(name, [None])[0] for name in parameters]
    yield right
    yield from ([], right[:1])
    for place, name in enumerate(parameters):
        for odd in [*odd_arguments(), *usual.get(name, [])]:
            yield [*right[:place], odd, *right[place + 1 :]]
            yield [*right[:place], odd]
    yield from map(list, itertools.product(odd_arguments()[:MOST_ODD], repeat=2))


def endless(parameters, arguments):
    """Whether a call would be right, but compute for hours."""
    numbers = zip(parameters, arguments, strict=False)
    return any(name in HUGE and isinstance(value, int | float) and abs(value) > 3 for name, value in numbers)


def callables(module):
    """(name, callable) of the functions and types of a module, then of the methods of objects of its types."""
    for name, value in list(vars(module).items()):
        if name.startswith("_") or inspect.ismodule(value) or not callable(value):
            continue
        if getattr(value, "__module__", "").startswith("kiebitz"):
            yield f"{module.__name__}.{name}", value
            if inspect.isclass(value):
                yield f"{name}.__new__", lambda *given, kind=value: kind.__new__(kind, *given)
    for made in objects():
        if type(made).__module__ == module.__name__ or module.__name__ == "kiebitz":
            for name in dir(type(made)):
                if not name.startswith("_") or name in (
                    "__getitem__",
                    "__eq__",
                    "__contains__",
                    "__setstate__",
                    "__init__",
                ):
                    attribute = getattr(type(made), name)
                    if callable(attribute):
                        yield f"{type(made).__name__}.{name}", getattr(made, name)


def objects():
    """Objects of the public types, made in the right way."""
    from kiebitz.endgame import Endgame
    from kiebitz.expectimax import ExpectimaxSearch
    from kiebitz.search import Playouts, Rollouts
    from kiebitz.tree import TreeSearch

    for name in NAMES:
        position = kiebitz.game(name, 2).deal(5)
        yield from (position.game, position, position.view(), position.legal_moves(), position.legal_moves()[0])
        ended = position.copy()
        while not ended.over:
            ended.play(ended.greedy_move())
        yield from (ended, ended.view(1), ended.legal_moves())
        yield from (Rollouts(position.view()), Playouts(position.game))
    view = late_position().view()
    plain = {"prior_visits": 1.0, "prior_cap": 1.0, "plies": 1, "policy": "greedy", "learned": False, "win_weight": 0.5}
    yield from (ExpectimaxSearch(view), Endgame(view.game), TreeSearch(view, c=1.0, alpha=0.5, widening=1.0, **plain))


def main(module):
    """Makes all calls."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    calls = answers = 0
    for name, function in callables(import_module(module)):
        parameters = [name for name in signature_of(function) if name not in LEFT_OUT]
        for arguments in argument_lists(parameters):
            if endless(parameters, arguments):
                continue
            calls += 1
            print(name, [type(one).__name__ for one in arguments], file=sys.stderr)
            try:
                answer = function(*arguments)
                if not isinstance(answer, Strange):
                    str(answer)
                answers += 1
            except (Exception, MemoryError):  # any error is fine here; the process goes on
                continue
    print(module, calls, answers)


if __name__ == "__main__":
    threading.stack_size(2**20)
    main(sys.argv[1])
