"""Replays of turns with other cards in the pile, and quick values of positions. They serve to measure luck."""

from libc.stdint cimport uint64_t

import numpy as np

from kiebitz.engine.game cimport Rules, advance, canonicalize, present_margin
from kiebitz.positions cimport Position, View
from kiebitz.engine.kernels.policy cimport GREEDY, Policy, play_on, policy_free, policy_new
from kiebitz.engine.kernels.rollout cimport value_cut
from kiebitz.moves cimport Move

from kiebitz import weights
from kiebitz.search import policy_number


def replay(View known not None, Move move, uint64_t seed):
    """A random world that agrees with the view, after a move and nature's moves.

    move: a legal move of the player to move. It is not checked. None: the world stays as it was sampled.
    seed: the world and its later shuffles depend only on it.
    """
    cdef Position world = known.sample(seed)
    if move is not None:
        advance(&world.game.rules, world.state, move.value)
        canonicalize(&world.game.rules, world.state)
    return world


def look_ahead(Position position not None, plies, policies=None, bint learned=True, bint wins=False):
    """Margins in points for every seat after several numbers of plies of one playout: an array of shape (players, plies).

    Nature draws in the order of the pile. The position stays the same.

    plies: numbers of changes of player; 0: the whole game.
    policies: policies by seat, names in `search.POLICIES` except "random". None: all greedy.
    learned: whether margins are expected ones, by the learned value; else they are present ones.
    wins: whether win shares, 0..1, are added. The shape is then (players, 2, plies).
    Raises ValueError if there is not one policy for each player, or if one is random.
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
