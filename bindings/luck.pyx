"""Replays of turns with other cards in the pile, and quick values of positions. Luck is measured by them."""

from libc.stdint cimport uint64_t

import numpy as np

from kiebitz.core cimport Move, Position, View
from kiebitz.engine.game cimport Rules, advance, present_margin
from kiebitz.engine.kernels.policy cimport GREEDY, Policy, play_on, policy_free, policy_new
from kiebitz.engine.kernels.rollout cimport value_cut

from kiebitz import weights
from kiebitz.search import policy_number


def replay(View known not None, Move move, uint64_t seed):
    """A world that agrees with the view, after a move and nature's answer.

    move: of the player to move; it is not checked. None leaves the world as it was sampled.
    seed: the world and its later shuffles depend on it only.
    """
    cdef Position world = known.sample(seed)
    if move is not None:
        advance(&world.game.rules, world.state, move.value)
    return world


def look_ahead(Position position not None, plies, policies=None, bint learned=True, bint wins=False):
    """Values of the position for every seat at several points of one playout: an array of shape (players, plies).

    plies: numbers of changes of player; 0 for the whole game.
    policies: by seat, names in `search.POLICIES`, none random; None for greedy ones.
    learned: the margin by the learned value there, else the margin at hand.
    wins: also the win shares, 0..1; the shape is then (players, 2, plies).
    Nature moves by the order of the pile. The position stays the same. ValueError if the policies do not fit.
    """
    cdef const Rules* rules = &position.game.rules
    cdef Position after = position.copy()
    cdef Policy policy
    cdef int p, i, ply, done = 0, count = position.game.players
    names = ["greedy"] * count if policies is None else list(policies)
    if len(names) != count or "random" in names:
        raise ValueError(f"{names} cannot look ahead for {count} players; right would be a policy for each, none random")
    if learned:
        weights.ensure(position.game)
    values = np.empty((count, 2, len(plies)))
    cdef double[:, :, ::1] value = values
    policy_new(&policy, rules, GREEDY)
    try:
        for p in range(count):
            policy.kind[p] = policy_number(position.game, names[p])
        # The whole game comes last.
        for i in sorted(range(len(plies)), key=lambda i: plies[i] or np.inf):
            ply = plies[i]
            with nogil:
                if ply == 0 or ply > done:
                    play_on(&policy, after.state, ply - done if ply else 0, NULL)
                    done = ply
                for p in range(count):
                    value_cut(rules, after.state, p, learned, &value[p, 0, i], &value[p, 1, i])
                    if not learned:
                        value[p, 0, i] = present_margin(after.state, p)
    finally:
        policy_free(&policy)
    return values if wins else values[:, 0]
