# Players that choose a move without search, for playouts, matches and self-play.

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
    bint to_ending      # stops where nothing is hidden any more, to be solved
    OnePly one_ply      # its first list also serves the random player


# All seats play alike until the caller says otherwise.
cdef int policy_new(Policy* policy, const Rules* rules, int kind) except -1 nogil
cdef void policy_free(Policy* policy) noexcept nogil
# The move for the player to move, who uses what that player knows only; rng may be NULL unless RANDOM.
cdef int policy_move(Policy* policy, State* state, Rng* rng, Move* move) except -1 nogil
# Plays at most `plies` changes of player, 0 to the end, or with to_ending to the ending; returns the moves made.
cdef long long play_on(Policy* policy, State* state, int plies, Rng* rng) except -1 nogil
