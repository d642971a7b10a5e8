# Greedy play to the end, and the best play of known cards, as features of the learned value.

from libc.stdint cimport int32_t, uint64_t

from kiebitz.engine.game cimport Rules
from kiebitz.engine.kwatro.state cimport Kwatro


cdef struct Holding:        # a hand as the observer knows it
    uint64_t cards
    int wilds
    int known
    int unknown             # number of unknown cards, including the cards about to be drawn


# Copies a state without the unused part of its frontier.
cdef void copy_used(Kwatro* target, const Kwatro* k) noexcept nogil
# The most points of one play of the known cards of a player, as if it were the player's turn. Swaps are left out. Changes
# the mover and that hand of the copy.
cdef int32_t best_known_play(const Rules* rules, Kwatro* copied, int player, const Holding* holding) noexcept nogil
# Plays a position to the end by the greedy policy.
cdef void finish(const Rules* rules, Kwatro* k) noexcept nogil
# Adds to each player's number the mean points of greedy play to the end, over sampled hands and piles. The sample depends
# only on the unseen cards, so the moves of one position are compared in the same worlds.
#   points, stride      number of player p: points[p * stride]
cdef void add_sampled_finishes(const Rules* rules, const Kwatro* k, const Holding* holding, uint64_t unseen, int wilds,
                               float* points, int stride) noexcept nogil
