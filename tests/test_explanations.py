"""Explanations end soon after a limit of time. Other limits leave them whole, so that answers can be repeated."""

import pytest

import kiebitz
from kiebitz.solvers import make_solver, run
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.continuation import REPLY_WORLDS, replies


@pytest.mark.parametrize("solver", ["rollout", "mcts", "expectimax"])
def test_explanations_that_do_not_fit_after_a_limit_of_time_are_cut(solver, monkeypatch):
    view = kiebitz.game("kwatro").deal(1).view()
    monkeypatch.setattr(run, "EXPLAINING", -1_000.0)
    assert not any(move.why or move.line for move in make_solver(solver).advise(view, Budget(seconds=0.05)).moves)
    best = make_solver(solver).advise(view, Budget(nodes=500)).moves[0]
    assert best.why
    assert best.line


def test_a_continuation_takes_the_worlds_that_there_is_time_for():
    class Futures:
        asked = 0

        def future(self, index, seed):
            self.asked += 1
            return ("8 discards",), 3

    futures = Futures()
    line, _ = replies(futures, 0, 1, lambda: futures.asked < 4)
    assert (line, futures.asked) == (("8 discards (100%)",), 4)
    assert replies(futures, 0, 1, lambda: False) == ((), ())
    replies(futures, 0, 1)
    assert futures.asked == 4 + REPLY_WORLDS
