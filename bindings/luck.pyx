"""Turns replayed with other cards in the pile, and quick values of positions: what luck is measured with."""

from libc.stdint cimport uint64_t

from kiebitz.core cimport Move, Position, View
from kiebitz.engine.game cimport EVERYBODY, Rules, advance, margin
from kiebitz.engine.kernels.policy cimport GREEDY, Policy, play_on, policy_free, policy_new
from kiebitz.engine.kernels.prospects cimport expected_margin, expected_win
from kiebitz.engine.kernels.rollout cimport win_chance

from kiebitz import weights


def replay(View known not None, Move move, uint64_t seed):
    """A world that agrees with the view, after a move of the player to move (trusted to be legal there) and the draws.

    move: None leaves the world as it was sampled. The world and its later shuffles depend on the seed only.
    """
    cdef Position world = known.sample(seed)
    if move is not None:
        advance(&world.game.rules, world.state, move.value)
    return world


def look_ahead(Position position not None, int plies, bint wins=False, bint learned=False):
    """Margin of every seat after that many changes of player by the greedy policy, 0 for the whole game.

    wins: shares of a win, 0..1, instead of points. learned: expected by the learned value after the plies, which may be
    none; else the points at hand count. The position stays as it is.
    """
    cdef Position after = position.copy()
    cdef const Rules* rules = &position.game.rules
    cdef Policy policy
    cdef int p
    if learned:
        weights.ensure(position.game)
    policy_new(&policy, rules, GREEDY)
    try:
        with nogil:
            if plies or not learned:
                play_on(&policy, after.state, plies, NULL)
    finally:
        policy_free(&policy)
    if not learned:
        return [win_chance(rules, after.state, p) if wins else float(margin(after.state, p))
                for p in range(after.state.players)]
    margins = [expected_margin(rules, after.state, p, EVERYBODY) for p in range(after.state.players)]
    return [expected_win(rules, after.state, p, margins[p]) if wins else margins[p] for p in range(after.state.players)]
