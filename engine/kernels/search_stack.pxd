# Search stack: memory, limits and move order of a depth-first search in positions that hide nothing.
#
#   ply 0   [ moves | undo | killer ]       one thread owns a stack; alpha_beta and max_n work on it,
#   ply 1   [ moves | undo | killer ]       endgame deepens step by step
#   ...

from libc.stdint cimport int32_t, uint64_t

from kiebitz.engine.game cimport Move, MoveList, Rules, State
from kiebitz.engine.kernels.transposition cimport TranspositionTable

cdef enum:
    PLIES = 126         # decisions and draws on one path; the last one is a horizon
    ASKED_EVERY = 1024  # nodes between two calls of stop
    HASH_FIRST = 1 << 30    # points of the table's move, which is searched first
    KILLER = 12             # points added to the move of the last cut; took fewest nodes of 5, 12, 24 and "always next"

cdef enum:              # objective of a player at a table of more than two
    WIN_FIRST = 0       # the win share, then the margin
    MARGIN = 1          # the margin alone


cdef struct Ply:
    MoveList legal
    void* undo          # NULL until the search gets there
    Move killer         # caused the last cut here


cdef struct SearchStack:
    const Rules* rules      # with a hash
    TranspositionTable table
    Ply ply[PLIES]
    int objective
    long long nodes         # decisions searched
    long long node_limit    # 0: none
    bint (*stop)(void*) noexcept nogil  # asked now and then whether to give up; NULL: never
    void* context           # the argument of stop
    bint given_up           # values found since then are worthless
    long long cuts          # leaves before the end of the game, and table entries that rest on such leaves


cdef int stack_new(SearchStack* stack, const Rules* rules, int log_entries) except -1 nogil
cdef void stack_free(SearchStack* stack) noexcept nogil
# Counts a node; True if the search has to give up.
cdef bint count_node(SearchStack* stack) noexcept nogil
# Lists the moves of a ply as a heap by points. `known`, the table's move, is first; the killer gains some points.
cdef int order_moves(SearchStack* stack, const State* state, int ply, const Move* known) except -1 nogil
# Plays a move. `unmake` with the undo of the ply takes it back.
cdef int make_at(SearchStack* stack, State* state, int ply, Move move) except -1 nogil
