"""Asks a solver while each allocation of the engine fails once, in turn. Prints how many failed."""

import sys

import kiebitz
from kiebitz.engine import memory
from kiebitz.solvers import make_solver
from kiebitz.solvers.budget import Budget

MOST = 400  # allocations of a hint that fail
LARGE = (
    "kiebitz1 game=quanto players=A,B to_move=A won=0,0 hand=11*,12*,J,J "
    "display=1,1,2,2,3,3,4,4,5,5,6,6,7,7,8,8,9,9,10,10,11,11,12,12"
)


def views():
    """A view of each game, of a late position for exact search, and of a display with too many moves to list."""
    for name in kiebitz.GAMES:
        yield kiebitz.game(name, 2).deal(3).view()
    late = kiebitz.game("kwatro", 2).deal(3)
    while late.pile_size:
        late.play(late.greedy_move())
    yield late.view() if not late.over else kiebitz.game("kwatro", 2).deal(3).view()
    yield kiebitz.parse(LARGE)


def answer(solver, view):
    """The answer of a solver; None if it cannot play there."""
    try:
        return [ranked.move.text for ranked in make_solver(solver).advise(view, Budget(nodes=60, explained=1)).moves]
    except kiebitz.KiebitzError:
        return None


def main(solver):
    """Lets allocations fail until none does."""
    failures = 0
    for view in views():
        right = answer(solver, view)
        for allocations in range(MOST):
            memory.fail_after(allocations)
            try:
                found = answer(solver, kiebitz.parse(view.to_line()))
            except MemoryError:
                failures += 1
                continue
            finally:
                memory.fail_after(-1)
            assert found == right
            break
        assert answer(solver, view) == right
    print(failures)


if __name__ == "__main__":
    main(sys.argv[1])
