# Tree search over sampled worlds: information-set Monte Carlo tree search, and perfect-information trees of single worlds.
#
#   iteration i:  sample world i from the view -> descend -> play on -> evaluate the leaf -> back up
#
# Chance nodes have no branches: nature draws in the order of the pile of the sampled world. A node stands for the moves that
# led to it, as its observer saw them. A move can be selected only in worlds that allow it; `available` counts these visits
# (Cowling, Powley and Whitehouse 2012).
#
#   one tree        all nodes hold moves as the searching player sees them
#   multi           a tree for each player. The player to move selects in the own tree. Then all trees step down by the move,
#                   each as its observer sees it (`extras.observed`).
#
# A node has the mean utility of the player who moved into it. For more than two players this is max^n.

from libc.stdint cimport uint32_t, uint64_t

from kiebitz.engine.game cimport MAX_PLAYERS, Move, MoveList, Rules, State
from kiebitz.engine.kernels.leaf_utility cimport LeafUtility
from kiebitz.engine.kernels.node_pool cimport NodePool
from kiebitz.engine.kernels.policy cimport Policy
from kiebitz.engine.kernels.root cimport Root
from kiebitz.engine.kernels.selection cimport Candidate, UctParams
from kiebitz.engine.rng cimport Rng

cdef enum:
    MAX_DEPTH = 256         # most decisions of one descent
    MAX_WIDTH = 64          # most candidates of an inner node


cdef struct TreeSettings:
    UctParams uct
    LeafUtility utility
    int plies               # plies played by the policy behind the leaf; 0: none
    int policy              # GREEDY, STATIC, ... of policy.pxd
    bint multi              # a tree for each player
    int per_world           # 1: information-set search; more: iterations in the tree of each world, averaged at the root
    uint32_t node_limit     # most nodes of all trees together
    uint64_t seed
    uint64_t first          # the worlds are first, first + stride, ...
    uint64_t stride


cdef struct Tree:
    const Rules* rules
    const State* view
    TreeSettings settings
    NodePool pool           # the roots of all trees come first
    int trees               # number of trees
    int player              # the searching player
    Policy policy
    Root root
    State* state
    State* world            # the present sampled world, if a world is searched several times
    int left                # iterations still to come in that world
    Rng rng                 # random numbers of that world
    MoveList legal
    Candidate candidates[MAX_WIDTH]     # of the present inner node
    uint32_t path[MAX_PLAYERS * (MAX_DEPTH + 1)]    # nodes of the present descent, in all trees
    int path_size
    long long worlds        # worlds searched
    long long nodes         # moves made


# The caller checks the settings. Call tree_free even after an error.
#   width   moves at the root; 0: all
#   extra   n_extra legal moves that get visits whatever their values are
cdef int tree_new(Tree* tree, const Rules* rules, const State* view, const TreeSettings* settings, int width,
                  const Move* extra, int n_extra) except -1 nogil
cdef void tree_free(Tree* tree) noexcept nogil
# Searches `worlds` more worlds. Stops earlier once `nodes` moves were made in all runs together. A world with several
# iterations may stay unfinished; the next run continues it.
cdef int tree_run(Tree* tree, long long worlds, long long nodes) except -1 nogil
# Counts an unfinished world like a finished one.
cdef void tree_close(Tree* tree) noexcept nogil
# Finds the most visited move and steps down by it. Returns False if no move at this node was visited.
# `here` holds the present node of each tree, or NONE.
cdef bint tree_follow(Tree* tree, State* state, uint32_t* here, Move* move) except -1 nogil
# Steps down by a move in all trees. `here` becomes NONE where a tree has no such node.
cdef void step_down(Tree* tree, uint32_t* here, int mover, Move move) noexcept nogil
