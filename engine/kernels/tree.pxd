# Tree search over sampled worlds: information-set Monte Carlo tree search, and perfect-information trees world by world.
#
#   iteration i:  sample world i from the view -> descend -> play on -> value the leaf -> back up
#
# Nature is never branched on: in an iteration it answers as the sampled world lies. A node therefore stands for the moves
# that led to it, as its observer saw them, and a move can be chosen there only in worlds that allow it. `available` counts those
# (Cowling, Powley and Whitehouse 2012). With one observer all nodes are as the searching player sees the moves; with
# several there is a tree for each player, and the player to move chooses in the own one; a move steps down in all.
# Those who look at a move of another player see what `rules.extras.observed` leaves of it.
#
# Each node is backed up with the utility of the player who moved into it, which is max^n for more than two players.

from libc.stdint cimport uint32_t, uint64_t

from kiebitz.engine.game cimport MAX_PLAYERS, Move, MoveList, Rules, State
from kiebitz.engine.kernels.choice cimport Candidate, Urge
from kiebitz.engine.kernels.leaf cimport Taste, Worth
from kiebitz.engine.kernels.nodes cimport Nodes
from kiebitz.engine.kernels.policy cimport Policy
from kiebitz.engine.rng cimport Rng

cdef enum:
    DEEPEST = 256           # decisions of one descent
    WIDEST = 64             # moves that are candidates at an inner node
    EVERY = 16              # iterations of which one goes to a move that must be looked at


cdef struct Settings:
    Urge urge
    int plies               # changes of player by the policy from the leaf on; 0: none
    int policy
    bint multi              # a tree for each player
    int per_world           # iterations in one world; 1: information sets, more: a tree a world, averaged at the root
    uint64_t seed
    uint64_t first          # worlds first, first + stride, ...
    uint64_t stride


cdef struct Tally:          # of a root move; a world counts once where trees are averaged over worlds
    long long visits
    long long available
    double sum[3]           # margin, win, utility
    double square[3]


cdef struct Tree:
    const Rules* rules
    const State* view
    Settings settings
    Taste taste
    Nodes arena             # the roots of all trees come first
    int trees
    int player              # who searches
    Policy policy
    State* state
    State* world            # where several iterations share one
    MoveList legal
    Candidate* root         # in the order of their priors
    Tally* tally
    Tally* within           # of the world at hand
    int left                # iterations in it that are still to come
    Rng rng                 # of it
    int candidates
    int ranked              # of them, by their priors; those behind are there because they are wanted
    int* wanted             # candidates that are looked at whatever they are worth
    int n_wanted
    Candidate scratch[WIDEST]
    uint32_t path[MAX_PLAYERS * (DEEPEST + 1)]
    int path_size
    long long worlds
    long long nodes         # moves made


# Settings are checked by the caller; `wanted` moves are looked at whatever they are worth. tree_free after any outcome.
cdef int tree_new(Tree* tree, const Rules* rules, const State* view, const Settings* settings, const Taste* taste,
                  uint32_t limit, int width, const Move* wanted, int n_wanted) except -1 nogil
cdef void tree_free(Tree* tree) noexcept nogil
# Goes on for that many worlds, or up to so many moves made in all. A world of several iterations may be left unfinished;
# the next run goes on with it.
cdef int tree_run(Tree* tree, long long worlds, long long nodes) except -1 nogil
# Counts an unfinished world as it is, for want of a better one.
cdef void tree_close(Tree* tree) noexcept nogil
# The most visited move where `here` (an index a tree) stands, and steps there; False where the tree has not been.
cdef bint tree_follow(Tree* tree, State* state, uint32_t* here, Move* move) except -1 nogil
cdef void step_down(Tree* tree, uint32_t* here, int mover, Move move) noexcept nogil
