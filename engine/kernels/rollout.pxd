# Rollout: flat Monte Carlo. Every candidate move is played in the same sampled worlds, the rest by a policy.
#
#   for world in first .. first + count:        a world is named by (seed, number), so it is the same in any thread and order
#   (or in given numbers, which may repeat: worlds drawn by weight)
#       sample it from the view
#       for each candidate: play it, then `plies` changes of player by the policy, then value the margin
#
# A ply ends when the player to move changes, so a swap before a play is no ply of its own. With plies == 0 games are played to
# their end. Results are rows of `count` floats, one row for each candidate.

from libc.stdint cimport uint64_t

from kiebitz.engine.game cimport Move, Rules, State


cdef struct Rollout:
    const Rules* rules
    const State* view
    int player              # whose margin and win count
    int plies
    int policy              # that plays on: GREEDY, STATIC, ... of policy.pxd
    bint learned            # a game that is cut is worth its learned value, else the margin model's
    int turns               # the margin is the mean after so many last changes of player; 1: after the last one alone
    bint correct_bias       # with several turns: subtracts the bias of greedy replies
    # Two players: where the rest has perfect information, a playout is solved within so many nodes, else played to the
    # end; 0: endings are played like the rest.
    long long ending_nodes
    uint64_t seed


# The worlds are `numbers`, or if that is NULL first, first + 1, ... Returns the number of moves made.
cdef long long roll_out(const Rollout* task, const Move* candidates, int n, const long long* numbers, long long first,
                        int count, float* margins, float* wins) except -1 nogil
# Expected margin and win share of a player if the game is cut here, by the learned value or by the margin model. At the end they
# are exact.
cdef void value_cut(const Rules* rules, const State* state, int player, bint learned, double* margin,
                    double* win) noexcept nogil
