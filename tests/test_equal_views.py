"""Equal views are equal byte by byte, whatever way they came about. So every answer that they give is the same."""

import contextlib
import pickle

import pytest
from drawn_games import deals, play_on
from hypothesis import given, settings
from hypothesis import strategies as st

import kiebitz
from kiebitz.solvers import SOLVERS
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.solver import AllSeeing

SHUFFLE_SEED = slice(32, 40)  # of the state; shuffles to come are no facts
DECISIONS = 220  # to the end of most games
NODES = 200
thorough = settings(max_examples=100, deadline=None)


def ways_to(state):
    """The same state in all ways in which a program can come to it."""
    make = state.game.view if isinstance(state, kiebitz.View) else state.game.position
    yield state.copy()
    yield pickle.loads(pickle.dumps(state))
    yield make(state.facts(), state.names)
    yield kiebitz.parse(state.to_line())


def bytes_of(state):
    memory = bytearray(state._bytes())
    memory[SHUFFLE_SEED] = bytes(8)
    return bytes(memory)


@thorough
@given(position=deals(), decisions=st.integers(0, DECISIONS), choice=st.randoms(use_true_random=False))
def test_equal_views_and_positions_are_equal_byte_by_byte(position, decisions, choice):
    if play_on(position, choice, decisions).over:
        return  # no answer depends on what the last move left behind
    for state in (position, *(position.view(seat) for seat in range(position.game.players))):
        for other in ways_to(state):
            assert other == state
            assert bytes_of(other) == bytes_of(state)


@thorough
@given(position=deals(), decisions=st.integers(0, DECISIONS), choice=st.randoms(use_true_random=False))
def test_equal_views_list_their_moves_in_the_same_order(position, decisions, choice):
    if play_on(position, choice, decisions).over:
        return
    view = position.view()
    for other in ways_to(view):
        assert other.legal_moves().texts() == view.legal_moves().texts()
        assert other.candidate_moves().texts() == view.candidate_moves().texts()
        assert other.sample(7).legal_moves().texts() == view.sample(7).legal_moves().texts()


def answer(solver, state):
    """Everything that a hint says, apart from times; None if the solver refuses the position."""
    budget = Budget(nodes=NODES, seed=3)
    with contextlib.suppress(kiebitz.KiebitzError):
        advise = solver.advise_position if isinstance(solver, AllSeeing) else solver.advise
        advice = advise(state, budget)
        moves = [
            (one.move.text, one.points, one.margin, one.win, one.visits, one.tied, one.line) for one in advice.moves
        ]
        return moves, advice.nodes, advice.worlds, advice.stop
    return None


@pytest.mark.parametrize("name", kiebitz.GAMES)
@pytest.mark.parametrize("solver", SOLVERS)
@settings(max_examples=4, deadline=None)
@given(data=st.data())
def test_every_solver_gives_equal_views_the_same_answer(name, solver, data):
    position = data.draw(deals(st.just(name)))
    play_on(position, data.draw(st.randoms(use_true_random=False)), data.draw(st.integers(0, DECISIONS)))
    if position.over:
        return
    # A position that was played knows the shuffles to come, which are no facts. So the oracles start from facts.
    whole = isinstance(SOLVERS[solver](), AllSeeing)
    state = position.game.position(position.facts()) if whole else position.view()
    wanted = answer(SOLVERS[solver](), state)
    for other in ways_to(state):
        assert answer(SOLVERS[solver](), other) == wanted
