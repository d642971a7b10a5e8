# Policies: players that choose a move without search, for playouts, matches and self-play.

from kiebitz.engine.game cimport MAX_PLAYERS, Move, MoveList, Rules, State
from kiebitz.engine.kernels.one_ply cimport OnePly
from kiebitz.engine.rng cimport Rng

cdef enum:
    GREEDY = 0          # most points this turn
    RANDOM = 1          # any legal move
    STATIC = 2          # one ply with the learned value
    HEURISTIC = 3       # the game's hand-written policy


cdef struct Policy:     # with the memory of one thread
    const Rules* rules
    int kind[MAX_PLAYERS]       # by seat
    bint to_ending      # playing on stops where the rest has perfect information, to be solved
    OnePly one_ply      # its first list also serves the random player


# All seats get the same kind; the caller may change it.
cdef int policy_new(Policy* policy, const Rules* rules, int kind) except -1 nogil
cdef void policy_free(Policy* policy) noexcept nogil
# Chooses a move for the player to move, by what that player knows. rng may be NULL unless the kind is RANDOM.
cdef int policy_move(Policy* policy, State* state, Rng* rng, Move* move) except -1 nogil
# Plays `plies` changes of player at most, 0 for the rest of the game; returns the number of moves made.
cdef long long play_on(Policy* policy, State* state, int plies, Rng* rng) except -1 nogil
