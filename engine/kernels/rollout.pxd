# Rollout: flat Monte Carlo. Every candidate move is played in the same sampled worlds. A policy plays the rest.
#
#   for each world number:      first, first + 1, ... or given numbers, which may repeat (worlds drawn by weight)
#       sample the world from the view
#       for each candidate: play it, then `plies` plies by the policy, then evaluate
#
# Seed and number decide a world, so it is the same on every thread and in every order. A ply ends when the player to move
# changes, so a swap before a play is no ply of its own. Results are rows of `count` floats, one row for each candidate.

from libc.stdint cimport uint64_t

from kiebitz.engine.game cimport Move, Rules, State


cdef struct Rollout:
    const Rules* rules
    const State* view
    int player              # the player to whom margins and wins belong
    int plies               # plies after the candidate; 0: to the end of the game
    int policy              # GREEDY, STATIC, ... of policy.pxd
    bint learned            # evaluate cut-off playouts by the learned value; else by the margin model
    int turns               # the margin is the mean over the last `turns` plies; 1: the margin after the last ply
    bint correct_bias       # with several turns: subtract the bias of greedy replies
    # Two players: a playout that reaches perfect information is solved with at most so many nodes. If they do not suffice,
    # the policy plays it to the end. 0: endings are not solved.
    long long ending_nodes
    uint64_t seed


# Writes the margins and wins of n candidates in `count` worlds, [n][count]. The worlds are `numbers`, or from `first` on if
# numbers is NULL. Returns the number of moves made.
#   deadline    time of `now`: then only the playout that is going on is finished. The other results stay as they were. At
#               least one playout is made. 0: no deadline
cdef long long roll_out(const Rollout* task, const Move* candidates, int n, const long long* numbers, long long first,
                        int count, double deadline, float* margins, float* wins) except -1 nogil
# Writes expected margin and win share of a player for a playout that is cut off here, by the learned value or by the margin
# model. At the end they are exact.
cdef void value_cut(const Rules* rules, const State* state, int player, bint learned, double* margin,
                    double* win) noexcept nogil
