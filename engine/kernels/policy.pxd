# Policies: players that choose a move without search, for playouts, matches and self-play.

from kiebitz.engine.game cimport MAX_PLAYERS, Move, MoveList, Rules, State
from kiebitz.engine.kernels.one_ply cimport OnePly
from kiebitz.engine.rng cimport Rng

cdef enum:
    GREEDY = 0          # most immediate points this turn
    RANDOM = 1          # any legal move
    STATIC = 2          # one-ply search with the learned value
    HEURISTIC = 3       # the game's hand-written policy


cdef struct Policy:     # with the memory of one thread
    const Rules* rules
    int kind[MAX_PLAYERS]       # by seat
    bint to_ending      # play_on stops when the rest has perfect information, so the caller can solve it
    OnePly one_ply      # RANDOM also uses its first list


# Gives all seats the same kind. The caller may change it.
cdef int policy_new(Policy* policy, const Rules* rules, int kind) except -1 nogil
cdef void policy_free(Policy* policy) noexcept nogil
# Chooses a move for the player to move, by the player's own knowledge. rng may be NULL unless the kind is RANDOM.
cdef int policy_move(Policy* policy, State* state, Rng* rng, Move* move) except -1 nogil
# Plays until the player to move has changed `plies` times; 0: to the end. Returns the number of moves made.
cdef long long play_on(Policy* policy, State* state, int plies, Rng* rng) except -1 nogil
