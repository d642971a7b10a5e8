"""A solver that another installed version of kiebitz plays, in a process of its own. For matches between two versions.

PYTHONPATH=. kiebitz arena --game kwatro --seconds 0.05 --games 400 \
    --solvers best,tools.other_version:OtherVersion:python=/other/bin/python
"""

import json
import subprocess
from dataclasses import dataclass
from functools import cache
from typing import Any

from kiebitz import View
from kiebitz.solvers import Advice, Budget
from kiebitz.solvers.advice import Ranked

# The other version may be old, so this program uses only names that every version has.
PROGRAM = """
import json, sys
import kiebitz
from kiebitz.solvers import Budget, make_solver
solver = make_solver(sys.argv[1])
for request in map(json.loads, sys.stdin):
    view = kiebitz.parse(request.pop("view"))
    request.pop("position")
    if hasattr(view, "view"):
        view = view.view()  # also if nothing is hidden from the view, so that its line is that of a position
    advice = solver.advise(view, Budget(**request, explained=0))
    best = advice.best
    print(json.dumps([best.move.text, best.margin, best.margin_ci, best.win, best.win_ci, advice.nodes]), flush=True)
"""


@cache
def process_of(python: str, solver: str) -> "subprocess.Popen[str]":
    """The process of the other version. All games share it, because its start takes longer than a quick move."""
    command = [python, "-I", "-c", PROGRAM, solver]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


@dataclass(frozen=True)
class OtherVersion:
    """Plays the moves of a solver of another version.

    python: the interpreter in whose environment the other version is installed.
    solver: name of the solver there.
    """

    python: str
    solver: str = "best"

    def advise(self, view: View, budget: Budget) -> Advice:
        """The other version's best move. Raises ChildProcessError if its process has ended."""
        move, margin, margin_ci, win, win_ci, nodes = self.answer(
            view=view.to_line(),
            position=not isinstance(view, View),
            nodes=budget.nodes,
            seconds=budget.seconds,
            worlds=budget.worlds,
            seed=budget.seed,
        )
        chosen = view.move(move)
        best = Ranked(chosen, chosen.points, margin, tuple(margin_ci), win, tuple(win_ci), visits=1)
        assert view.to_move is not None
        return Advice(
            game=view.game.name,
            to_move=view.names[view.to_move],
            solver=f"other {self.solver}",
            exact=False,
            stop="budget",
            nodes=nodes,
            worlds=0,
            seconds=0.0,
            seed=budget.seed,
            moves=(best,),
        )

    def answer(self, **request: Any) -> Any:
        """The answer of the process to a request."""
        process = process_of(self.python, self.solver)
        assert process.stdin is not None
        assert process.stdout is not None
        print(json.dumps(request), file=process.stdin, flush=True)
        line = process.stdout.readline()
        if not line:
            raise ChildProcessError(f"{self.python} ended; is kiebitz installed there?")
        return json.loads(line)
