"""Solvers by name, with parameters: `rollout:worlds=200:plies=4`, or `module:factory`."""

from collections.abc import Callable
from dataclasses import Field
from importlib import import_module
from typing import Any, Protocol

from kiebitz.errors import SolverError
from kiebitz.solvers.guard import guarded
from kiebitz.solvers.solver import Solver

Factory = Callable[..., Solver]


class Loadable(Protocol):
    """An entry point, for example."""

    def load(self) -> Any:
        """Imports what it stands for."""


class BuiltIn:
    """A solver of this package. Its module, and numpy with it, is imported when the solver is made."""

    def __init__(self, module: str, name: str) -> None:
        self.module = module
        self.name = name

    def load(self) -> type:
        """The solver's class."""
        found: type = getattr(import_module(f"kiebitz.solvers.{self.module}"), self.name)
        return found

    def __call__(self, **parameters: Any) -> Solver:
        solver: Solver = self.load()(**parameters)
        return solver


SOLVERS: dict[str, Factory] = {
    "random": BuiltIn("baselines", "Random"),
    "greedy": BuiltIn("baselines", "Greedy"),
    "heuristic": BuiltIn("baselines", "Heuristic"),
    "static": BuiltIn("static", "Static"),
    "expectimax": BuiltIn("expectimax", "Expectimax"),
    "rollout": BuiltIn("rollout", "Rollout"),
    "endgame": BuiltIn("endgame", "Endgame"),
    "pimc": BuiltIn("tree", "Pimc"),
    "mcts": BuiltIn("tree", "Mcts"),
    "best": BuiltIn("best", "Best"),
    "oracle": BuiltIn("oracle", "Oracle"),
    "oracle-hand": BuiltIn("oracle", "OracleHand"),
}


def installed_solvers() -> dict[str, Loadable]:
    """Factories that other packages offer under the entry point group kiebitz.solvers, by name."""
    from importlib.metadata import entry_points  # slow to import, and not needed for solvers of this package

    return {point.name: point for point in entry_points(group="kiebitz.solvers")}


def factory(specification: str) -> tuple[str, Factory, list[str]]:
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
    raise SolverError(unknown(name, [*SOLVERS, *found]))


def unknown(name: str, known: list[str]) -> str:
    """The message about a name that no solver has."""
    from difflib import get_close_matches

    near = get_close_matches(name, known, n=1)
    suggestion = f"; did you mean {near[0]!r}?" if near else ""
    return f"no solver {name!r}; there are {', '.join(known)}, or module:factory{suggestion}"


def fields_of(make: Factory) -> "dict[str, Field[Any]]":
    """The fields that a factory's texts may give, by name: those of its class, or of what it makes by default."""
    made = make.load() if isinstance(make, BuiltIn) else make if isinstance(make, type) else make()
    return getattr(made, "__dataclass_fields__", {})


def parameters_of(name: str, make: Factory, words: list[str]) -> dict[str, Any]:
    """The parameters that the words of a solver's text give."""
    from kiebitz.solvers.parameters import given_values  # later, to keep `import kiebitz` quick

    return given_values(name, fields_of(make), words)


def make_solver(specification: str) -> Solver:
    """A solver from its text, for example `rollout:worlds=200:plies=4`; SolverError names what is wrong."""
    name, make, words = factory(specification)
    with guarded(name, "cannot be made"):
        solver = make(**parameters_of(name, make, words)) if words else make()
    if not callable(getattr(solver, "advise", None)):
        raise SolverError(f"solver {name} has no method advise(view, budget)")
    return solver
