"""Solvers: each chooses a kernel, a budget and a way to value positions, and answers with advice.

SOLVERS maps names to factories. A third-party solver is an object with `advise(view, budget) -> Advice`, named as
`module:factory` or registered under the entry point group `kiebitz.solvers`.
"""

from kiebitz.solvers.advice import Advice, Ranked
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.question import hint
from kiebitz.solvers.registry import SOLVERS, make_solver
from kiebitz.solvers.solver import Solver

__all__ = ["SOLVERS", "Advice", "Budget", "Ranked", "Solver", "hint", "make_solver"]
