"""Solvers by name, with parameters: `rollout:worlds=200:plies=4`, or `module:factory`."""

from dataclasses import fields
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import entry_points

from kiebitz.errors import BudgetError, KiebitzError
from kiebitz.solvers.immediate import Greedy, Heuristic, Random


def rollout(**parameters):
    from kiebitz.solvers.rollout import Rollout  # numpy is loaded only by who searches

    return Rollout(**parameters)


def expectimax(**parameters):
    from kiebitz.solvers.expectimax import Expectimax

    return Expectimax(**parameters)


def mcts(**parameters):
    from kiebitz.solvers.tree import Mcts

    return Mcts(**parameters)


def pimc(**parameters):
    from kiebitz.solvers.tree import Pimc

    return Pimc(**parameters)


def static():
    from kiebitz.solvers.static import Static

    return Static()


def endgame(**parameters):
    from kiebitz.solvers.endgame import Endgame

    return Endgame(**parameters)


def best(**parameters):
    from kiebitz.solvers.best import Best

    return Best(**parameters)


def oracle(**parameters):
    from kiebitz.solvers.oracle import Oracle

    return Oracle(**parameters)


def oracle_hand(**parameters):
    from kiebitz.solvers.oracle import OracleHand

    return OracleHand(**parameters)


SOLVERS = {
    "random": Random,
    "greedy": Greedy,
    "heuristic": Heuristic,
    "static": static,
    "expectimax": expectimax,
    "rollout": rollout,
    "endgame": endgame,
    "pimc": pimc,
    "mcts": mcts,
    "best": best,
    "oracle": oracle,
    "oracle-hand": oracle_hand,
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


def parameters(solver):
    """Name, default and description source of each parameter of a solver object made by a factory: dataclass fields."""
    return {field.name: field.default for field in fields(solver)}


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
