"""Solvers by name, with parameters: `rollout:worlds=200:plies=4`, or `module:factory`."""

import os
import sys
from collections.abc import Callable
from dataclasses import Field
from importlib import import_module
from importlib.machinery import PathFinder
from types import ModuleType
from typing import Any, Protocol

from kiebitz.errors import SolverError
from kiebitz.solvers.guard import guarded
from kiebitz.solvers.solver import Solver

Factory = Callable[..., Solver]


class Loadable(Protocol):
    """An object that can be loaded, for example an entry point."""

    def load(self) -> Any:
        """Imports and returns the object."""


class BuiltIn:
    """A solver of this package. Its module and numpy are imported only when the solver is made."""

    def __init__(self, module: str, name: str) -> None:
        self.module = module
        self.name = name

    def load(self) -> type:
        """The solver's class."""
        found: type = getattr(import_module(f"kiebitz.solvers.{self.module}"), self.name)
        return found

    def __call__(self, **parameters: Any) -> Solver:
        """Makes the solver with these parameters."""
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
    """The factories of other packages by name, from the entry point group kiebitz.solvers."""
    from importlib.metadata import entry_points  # slow to import, and not needed for solvers of this package

    return {point.name: point for point in entry_points(group="kiebitz.solvers")}


def is_built_in(specification: str) -> bool:
    """Whether a solver's text names a solver of this package."""
    return specification.partition(":")[0] in SOLVERS


def module_of(specification: str) -> str:
    """The name of the module that a solver of others comes from; empty if it is not known."""
    name = specification.partition(":")[0]
    return getattr(installed_solvers().get(name), "module", "") or (name if name in sys.modules else "")


def imported(name: str) -> ModuleType:
    """A module, from the current folder too, which is not always on Python's path."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        here = os.getcwd()
        if error.name != name.partition(".")[0] or here in sys.path or not PathFinder.find_spec(error.name, [here]):
            raise
        sys.path.append(here)
        return import_module(name)


def factory(specification: str) -> tuple[str, Factory, list[str]]:
    """Returns (name, factory, words with parameters) of a solver's text.

    Raises SolverError if there is no such solver.
    """
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
            return full, getattr(imported(name), words[0]), words[1:]
    raise SolverError(unknown(name, [*SOLVERS, *found]))


def unknown(name: str, known: list[str]) -> str:
    """The error message for a name that no solver has."""
    from difflib import get_close_matches

    near = get_close_matches(name, known, n=1)
    suggestion = f"; did you mean {near[0]!r}?" if near else ""
    return f"no solver {name!r}; there are {', '.join(known)}, or module:factory{suggestion}"


def fields_of(make: Factory) -> "dict[str, Field[Any]]":
    """The dataclass fields of a factory's class by name, or of the solver that the factory makes without parameters."""
    made = make.load() if isinstance(make, BuiltIn) else make if isinstance(make, type) else make()
    return getattr(made, "__dataclass_fields__", {})


def parameters_of(name: str, make: Factory, words: list[str]) -> dict[str, Any]:
    """The values of parameters by name, from the words of a solver's text."""
    from kiebitz.solvers.parameters import given_values  # later, to keep `import kiebitz` quick

    return given_values(name, fields_of(make), words)


def make_solver(specification: str) -> Solver:
    """Makes a solver from its text, for example `rollout:worlds=200:plies=4`.

    Raises SolverError, which names the wrong part of the text.
    """
    name, make, words = factory(specification)
    with guarded(name, "cannot be made"):
        solver = make(**parameters_of(name, make, words)) if words else make()
    if not callable(getattr(solver, "advise", None)):
        raise SolverError(f"solver {name} has no method advise(view, budget)")
    return solver
