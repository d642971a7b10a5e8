# Flat Monte Carlo: every candidate is played in the same sampled worlds, the rest by a policy.
#
#   for world in first .. first + count:        a world is named by (seed, number): who samples it does not matter
#   (or in given numbers, one maybe more than once: worlds chosen by weight)
#       sample it from the view
#       for each candidate: play it, then `plies` changes of player by the policy, then value the margin
#
# A ply here ends when the player to move changes, so a swap before a play does not count apart. With plies == 0 games are
# played to their end. Results are rows of `count` floats, one row a candidate.

from libc.stdint cimport uint64_t

from kiebitz.engine.game cimport Move, Rules, State


cdef struct Rollout:
    const Rules* rules
    const State* view
    int player              # whose margin and win count
    int plies
    int policy              # who plays on: GREEDY, STATIC, ... of policy.pxd
    bint learned            # value a game that was cut by the learned value, else by the margin at hand
    int turns               # mean over the margins after so many last changes of player, 1 for the last one's alone
    bint flattered          # leaves in what greedy answers flatter, which a mean over several turns is otherwise rid of
    long long ending_nodes  # two players: where nothing is hidden, a playout is solved within so many nodes, else played to the
                            # end; 0: endings are played like the rest
    uint64_t seed


# The worlds are `numbers`, or if that is NULL first, first + 1, ... Returns the number of moves made; -1 and MemoryError if
# the memory could not be had.
cdef long long roll_out(const Rollout* task, const Move* candidates, int n, const long long* numbers, long long first, int count,
                        float* margins, float* wins) except -1 nogil
# What a player may expect of a game that is cut here: by the learned value, else by the margin at hand and the game's drift,
# the win by a normal margin around it; exact at the end.
cdef void value_cut(const Rules* rules, const State* state, int player, bint learned, double* the_margin,
                    double* win) noexcept nogil
