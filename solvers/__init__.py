"""Solvers: each answers the question for the best move of a view with advice.

SOLVERS maps names to factories. A third-party solver is an object with `advise(view, budget) -> Advice`. Its name is
`module:factory`, or it is registered under the entry point group `kiebitz.solvers`.
"""

from kiebitz.solvers.advice import Advice, Ranked
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.question import hint
from kiebitz.solvers.registry import SOLVERS, make_solver
from kiebitz.solvers.solver import Solver

__all__ = ["SOLVERS", "Advice", "Budget", "Ranked", "Solver", "hint", "make_solver"]
