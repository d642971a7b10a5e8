# Root of a search tree: the same moves in every sampled world, so they are listed and ordered once.
#
#   candidate  [ best prior | ... | last ranked | extra moves that are not ranked ]
#   tally      [ visits and sums of each move, over all worlds ]
#   within     [ the same of the world at hand, if a world is searched several times ]

from libc.stdint cimport uint32_t

from kiebitz.engine.game cimport Move, MoveList, Rules, State
from kiebitz.engine.kernels.leaf_utility cimport LeafUtility
from kiebitz.engine.kernels.node_pool cimport NodePool
from kiebitz.engine.kernels.one_ply cimport OnePly
from kiebitz.engine.kernels.selection cimport Candidate, UctParams


cdef struct RootTally:      # of a root move; a world counts once if trees are averaged over worlds
    long long visits
    long long available
    double sum[3]           # margin, win, utility
    double square[3]


cdef struct Root:
    Candidate* candidate    # in the order of their priors
    RootTally* tally
    RootTally* within       # tally itself, if each world is searched once
    int size
    int ranked              # candidates with a rank of their own; the others were asked for
    int* included           # indices of the candidates that get visits whatever their values are
    int n_included
    bint averaged           # trees of single worlds are averaged: each world needs a visit of each move


# Lists the best `width` moves of a state, 0 for all, and the extra moves. Their priors are the learned values of one ply
# if the utility is learned, else their heuristic points. list and state are scratch memory. root_free after any outcome.
cdef int root_new(Root* root, OnePly* one_ply, State* state, const LeafUtility* utility, double prior_cap, MoveList* list,
                  int width, const Move* extra, int n_extra, bint averaged) except -1 nogil
cdef void root_free(Root* root) noexcept nogil
cdef void root_forget(Root* root) noexcept nogil    # the nodes and the tally of a world
# The index of the candidate to visit next.
cdef int select_at_root(Root* root, NodePool* pool, const UctParams* uct, uint32_t node) noexcept nogil
# Adds one observation to a tally.
cdef void count(RootTally* tally, double margin, double win, double utility) noexcept nogil
# Adds the means of the world at hand to the tally, one observation for each move.
cdef void count_world(Root* root) noexcept nogil
