"""Solvers by name, with parameters: `rollout:worlds=200:plies=4`, or `module:factory`."""

from dataclasses import MISSING
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import entry_points

from kiebitz.errors import BudgetError
from kiebitz.solvers.immediate import Greedy, Heuristic, Random
from kiebitz.solvers.third_party import guarded

# Types of parameters, by name, and what texts switch one on or off.
PLAIN = {kind.__name__: kind for kind in (bool, int, float, str)}
SWITCH = {"on": True, "true": True, "1": True, "off": False, "false": False, "0": False}


def later(module, name):
    """The factory of a class here that is loaded only when it is used, and numpy with it."""

    def make(**parameters):
        return getattr(import_module(f"kiebitz.solvers.{module}"), name)(**parameters)

    return make


SOLVERS = {
    "random": Random,
    "greedy": Greedy,
    "heuristic": Heuristic,
    "static": later("static", "Static"),
    "expectimax": later("expectimax", "Expectimax"),
    "rollout": later("rollout", "Rollout"),
    "endgame": later("endgame", "Endgame"),
    "pimc": later("tree", "Pimc"),
    "mcts": later("tree", "Mcts"),
    "best": later("best", "Best"),
    "oracle": later("oracle", "Oracle"),
    "oracle-hand": later("oracle", "OracleHand"),
}


def installed_solvers():
    """Factories that other packages offer under the entry point group kiebitz.solvers, by name."""
    return {point.name: point for point in entry_points(group="kiebitz.solvers")}


def factory(specification):
    """(name, factory, words left for parameters) of a solver's text."""
    name, *words = specification.split(":")
    if name in SOLVERS:
        return name, SOLVERS[name], words
    found = installed_solvers()
    if name in found:
        with guarded(name, "cannot be imported"):
            return name, found[name].load(), words
    if name and words and words[0] and "=" not in words[0]:
        full = f"{name}:{words[0]}"
        with guarded(full, "cannot be imported"):
            return full, getattr(import_module(name), words[0]), words[1:]
    near = get_close_matches(name, [*SOLVERS, *found], n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise BudgetError(f"no solver {name!r}; there are {', '.join([*SOLVERS, *found])}, or module:factory{hint}")


def fields_of(make):
    """The fields that a factory's texts may give, by name: those of its class, or of what it makes by default."""
    return getattr(make if isinstance(make, type) else make(), "__dataclass_fields__", {})


def kind_of(field):
    """The type of a parameter: that of its default, or the plain one that it is annotated with; None if neither."""
    kind = type(field.default)
    if field.default is not None and field.default is not MISSING:
        return kind
    annotation = field.type if isinstance(field.type, str) else getattr(field.type, "__name__", str(field.type))
    return PLAIN.get(annotation.removesuffix(" | None"))


def value_of(solver, field, text):
    """The value that a text stands for; BudgetError says what would be right."""
    kind = kind_of(field)
    wanted = {bool: "on or off", int: "a whole number", float: "a number"}.get(kind, getattr(kind, "__name__", ""))
    if kind is None:
        raise BudgetError(f"parameter {field.name} of solver {solver} cannot be given as text")
    try:
        return SWITCH[text] if kind is bool else kind(text)
    except Exception:  # ValueError or KeyError, or anything from a type of somebody else's
        raise BudgetError(f"parameter {field.name} of solver {solver} must be {wanted}, not {text!r}") from None


def given_values(solver, known, words):
    """The parameters by name that words such as `plies=4` give."""
    given = {}
    for word in words:
        name, equals, text = word.partition("=")
        if name not in known:
            raise BudgetError(f"solver {solver} has no parameter {word!r}; it takes {', '.join(known) or 'none'}")
        if not equals:
            raise BudgetError(f"parameter {name} of solver {solver} has no value; right would be {name}=VALUE")
        if name in given:
            raise BudgetError(f"parameter {name} of solver {solver} is given twice; right would be once")
        given[name] = value_of(solver, known[name], text)
    return given


def make_solver(specification):
    """A solver from its text, for example `rollout:worlds=200:plies=4`; BudgetError names what is wrong."""
    name, make, words = factory(specification)
    with guarded(name, "cannot be made"):
        solver = make(**given_values(name, fields_of(make), words)) if words else make()
    if not callable(getattr(solver, "advise", None)):
        raise BudgetError(f"solver {name} has no method advise(view, budget)")
    return solver
