"""A lack of memory is a MemoryError, never the end of the process: each allocation fails once, in turn."""

import subprocess
import sys
from pathlib import Path

import pytest

import kiebitz
from kiebitz.engine import memory
from kiebitz.solvers import make_solver
from kiebitz.solvers.budget import Budget

PROGRAM = Path(__file__).with_name("failing_memory.py")
LEAST_FAILURES = 3


@pytest.mark.parametrize("solver", ["greedy", "static", "expectimax", "rollout", "mcts", "pimc", "endgame", "best"])
def test_an_allocation_that_fails_is_a_memory_error_and_the_next_answer_is_right(solver):
    """In a process of its own, because a fault here ends the process."""
    command = [sys.executable, "-X", "faulthandler", str(PROGRAM), solver]
    found = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert found.returncode == 0, found.stderr[-3000:]
    assert "Exception ignored" not in found.stderr
    assert int(found.stdout) >= LEAST_FAILURES


def test_an_allocation_fails_on_order_once():
    view = kiebitz.game("kwatro").deal(1).view()
    memory.fail_after(0)
    try:
        with pytest.raises(MemoryError, match="no memory for"):
            make_solver("rollout").advise(view, Budget(nodes=10))
        assert make_solver("rollout").advise(view, Budget(nodes=10)).moves
    finally:
        memory.fail_after(-1)
