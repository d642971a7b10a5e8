"""Solvers by name, with parameters: `rollout:worlds=200:plies=4`, or `module:factory`."""

from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import entry_points

from kiebitz.errors import BudgetError, KiebitzError
from kiebitz.solvers.immediate import Greedy, Heuristic, Random


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


def factory(name, following):
    """The factory of a name and the words of the specification left for parameters."""
    if name in SOLVERS:
        return SOLVERS[name], following
    found = installed_solvers()
    if name in found:
        return found[name].load(), following
    if following and "=" not in following[0]:
        return imported(name, following[0]), following[1:]
    near = get_close_matches(name, [*SOLVERS, *found], n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise BudgetError(f"no solver {name!r}; there are {', '.join([*SOLVERS, *found])}, or module:factory{hint}")


def imported(module, name):
    try:
        return getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise BudgetError(f"solver {module}:{name} cannot be imported: {error}") from error


def value_of(solver, name, text, default):
    kind = type(default)
    try:
        if kind is bool:
            return {"on": True, "off": False, "true": True, "false": False, "1": True, "0": False}[text]
        return kind(text)
    except (ValueError, KeyError):
        wanted = {bool: "on or off", int: "a whole number", float: "a number"}.get(kind, kind.__name__)
        raise BudgetError(f"parameter {name} of solver {solver} must be {wanted}, not {text!r}") from None


def made(name, make, **given):
    """What a factory makes; BudgetError, also where somebody else's factory fails in its own way."""
    try:
        return make(**given)
    except KiebitzError:
        raise
    except Exception as error:
        raise BudgetError(f"solver {name} cannot be made: {type(error).__name__}: {error}") from error


def make_solver(specification):
    """A solver from its text, for example `rollout:worlds=200:plies=4`; BudgetError names what is wrong."""
    name, *rest = specification.split(":")
    make, rest = factory(name, rest)
    known = getattr(made(name, make), "__dataclass_fields__", {})
    given = {}
    for word in rest:
        key, equals, text = word.partition("=")
        if not equals or key not in known:
            raise BudgetError(f"solver {name} has no parameter {word!r}; it takes {', '.join(known) or 'none'}")
        given[key] = value_of(name, key, text, known[key].default)
    solver = made(name, make, **given)
    if not callable(getattr(solver, "advise", None)):
        raise BudgetError(f"solver {name} has no method advise(view, budget)")
    return solver
