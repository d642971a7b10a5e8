# Tree search over sampled worlds: information-set Monte Carlo tree search, and perfect-information trees of single worlds.
#
#   iteration i:  sample world i from the view -> descend -> play on -> evaluate the leaf -> back up
#
# Chance nodes have no branches: in an iteration nature answers as the pile of the sampled world lies. A node stands for the
# moves that led to it, as its observer saw them. A move can be selected there only in worlds that allow it, and `available`
# counts those (Cowling, Powley and Whitehouse 2012). With one observer all nodes hold moves as the searching player sees
# them. With several there is a tree for each player: the player to move selects in the own tree, and a move steps down in
# all trees. The other observers see what `extras.observed` leaves of a move.
#
# A node is backed up with the utility of the player who moved into it. For more than two players this is max^n.

from libc.stdint cimport uint32_t, uint64_t

from kiebitz.engine.game cimport MAX_PLAYERS, Move, MoveList, Rules, State
from kiebitz.engine.kernels.leaf_utility cimport LeafUtility
from kiebitz.engine.kernels.node_pool cimport NodePool
from kiebitz.engine.kernels.policy cimport Policy
from kiebitz.engine.kernels.root cimport Root
from kiebitz.engine.kernels.selection cimport Candidate, UctParams
from kiebitz.engine.rng cimport Rng

cdef enum:
    MAX_DEPTH = 256         # decisions of one descent
    MAX_WIDTH = 64          # candidates of an inner node


cdef struct TreeSettings:
    UctParams uct
    LeafUtility utility
    int plies               # changes of player by the policy after the leaf; 0: none
    int policy
    bint multi              # a tree for each player
    int per_world           # iterations in one world; 1: information sets, more: a tree a world, averaged at the root
    uint32_t node_limit     # of all trees together
    uint64_t seed
    uint64_t first          # worlds first, first + stride, ...
    uint64_t stride


cdef struct Tree:
    const Rules* rules
    const State* view
    TreeSettings settings
    NodePool pool           # the roots of all trees come first
    int trees
    int player              # the searching player
    Policy policy
    Root root
    State* state
    State* world            # the sampled one, if it is searched several times
    int left                # iterations still to come in it
    Rng rng                 # of it
    MoveList legal
    Candidate candidates[MAX_WIDTH]     # of the inner node at hand
    uint32_t path[MAX_PLAYERS * (MAX_DEPTH + 1)]
    int path_size
    long long worlds
    long long nodes         # moves made


# The caller checks the settings. width: moves at the root, 0 for all. extra: legal moves that get visits whatever their
# values are. tree_free after any outcome.
cdef int tree_new(Tree* tree, const Rules* rules, const State* view, const TreeSettings* settings, int width,
                  const Move* extra, int n_extra) except -1 nogil
cdef void tree_free(Tree* tree) noexcept nogil
# Searches so many more worlds, or until so many moves were made in all. A world of several iterations may stay unfinished;
# the next run continues it.
cdef int tree_run(Tree* tree, long long worlds, long long nodes) except -1 nogil
# Counts an unfinished world like a finished one.
cdef void tree_close(Tree* tree) noexcept nogil
# Finds the most visited move at `here`, one node for each tree, and steps there. False if the tree has not been there.
cdef bint tree_follow(Tree* tree, State* state, uint32_t* here, Move* move) except -1 nogil
cdef void step_down(Tree* tree, uint32_t* here, int mover, Move move) noexcept nogil
