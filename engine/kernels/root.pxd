# Root of a search tree. It has the same moves in every sampled world, so they are listed and ordered once.
#
#   candidate  [ best prior | ... | last ranked | extra moves that are not ranked ]
#   tally      [ visits and sums of each move, over all worlds ]
#   within     [ the same for the present world, if a world is searched several times ]

from libc.stdint cimport uint32_t

from kiebitz.engine.game cimport Move, MoveList, Rules, State
from kiebitz.engine.kernels.leaf_utility cimport LeafUtility
from kiebitz.engine.kernels.node_pool cimport NodePool
from kiebitz.engine.kernels.one_ply cimport OnePly
from kiebitz.engine.kernels.selection cimport Candidate, UctParams


cdef struct RootTally:      # observations of a root move; each world is one observation if trees are averaged over worlds
    long long visits
    long long available     # visits of the root in which the move could be selected
    double sum[3]           # of margin (points), win, utility
    double square[3]        # sums of their squares


cdef struct Root:
    Candidate* candidate    # in the order of their priors
    RootTally* tally
    RootTally* within       # tally itself, if each world is searched once
    int size
    int ranked              # the first `ranked` candidates compete for visits; the others are extra moves
    int* included           # indices of the extra moves; each of them gets visits, whatever its value
    int n_included
    bint averaged           # trees of single worlds are averaged, so each move gets a visit in each world


# Lists the best `width` moves of a state (0: all) and the extra moves. Priors are the learned values after one ply if the
# utility is learned, else the heuristic scores. list and state are scratch memory. Call root_free even after an error.
cdef int root_new(Root* root, OnePly* one_ply, State* state, const LeafUtility* utility, double prior_cap, MoveList* list,
                  int width, const Move* extra, int n_extra, bint averaged) except -1 nogil
cdef void root_free(Root* root) noexcept nogil
cdef void root_forget(Root* root) noexcept nogil    # drops the nodes and the tally of the present world
# The index of the candidate to visit next.
cdef int select_at_root(Root* root, NodePool* pool, const UctParams* uct, uint32_t node) noexcept nogil
# Adds one observation to a tally.
cdef void count(RootTally* tally, double margin, double win, double utility) noexcept nogil
# Adds the means of the present world to the tally, one observation for each move.
cdef void count_world(Root* root) noexcept nogil
