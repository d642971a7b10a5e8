# Search stack: memory, limits and move order of a depth-first search in positions that hide nothing.
#
#   ply 0   [ moves | undo | killer ]       one thread owns a stack; alpha_beta and max_n search with it;
#   ply 1   [ moves | undo | killer ]       endgame calls them with growing depth
#   ...

from libc.stdint cimport int32_t, uint64_t

from kiebitz.engine.game cimport Move, MoveList, Rules, State
from kiebitz.engine.kernels.transposition cimport TranspositionTable

cdef enum:
    PLIES = 126         # most decisions and chance nodes on one path; the search is cut off there
    ASKED_EVERY = 1024  # nodes between two calls of stop
    ASKED_MOVES = 100000    # listed moves after which stop is called earlier: some 5 ms
    HASH_FIRST = 1 << 30    # points of the best move in the transposition table, which is searched first
    REPLIES = 4             # refutations kept for each ply
    KILLER = 12     # points added to the killer; 12 needs fewer nodes than 5, 24 or searching it always second

cdef enum:              # objective of the players in max_n
    WIN_FIRST = 0       # the win share, then the margin
    MARGIN = 1          # the margin alone


cdef struct Ply:
    MoveList legal
    void* undo          # NULL until the search reaches this ply
    Move killer         # the move that caused the last beta cutoff at this ply
    Move early          # a legal move to search before the others are listed; (0, 0): none
    Move cut            # the move that caused the beta cutoff of the last decision at this ply; (0, 0): none
    int replies         # see replies.pxd
    Move reply[REPLIES]     # moves of the next ply that refuted moves of this decision, the last one first


cdef struct SearchStack:
    const Rules* rules      # extras.hash is not NULL
    TranspositionTable table
    Ply ply[PLIES]
    int objective
    long long nodes         # decisions searched
    long long node_limit    # 0: no limit
    long long listed        # moves listed since the last call of stop
    bint (*stop)(void*) noexcept nogil  # returns True if the search must give up; NULL: it never must
    void* context           # the argument of stop
    bint given_up           # the search gave up; values found after that are worthless
    long long cuts          # leaves before the end of the game, and entries used that rest on such leaves


cdef inline bint is_move(Move move) noexcept nogil:
    """Whether a move is not (0, 0), which stands for no move."""
    return move.lo != 0 or move.hi != 0


cdef int stack_new(SearchStack* stack, const Rules* rules, int log_entries) except -1 nogil
cdef void stack_free(SearchStack* stack) noexcept nogil
# Counts a node. Returns True if the search must give up.
cdef bint count_node(SearchStack* stack) noexcept nogil
# Lists the moves of a ply as a heap by points. `known`, a good move or (0, 0), comes first, or is left out if it was searched
# already. The killer gains some points. If there are more than MOST_CANDIDATES, the search gives up.
cdef int order_moves(SearchStack* stack, const State* state, int ply, Move known, bint searched) except -1 nogil
# Lists all moves. If there are more than MOST_CANDIDATES, lists some of them, and the search gives up.
cdef int list_all(SearchStack* stack, const State* state, MoveList* legal) except -1 nogil
# Plays a move at a ply. `unmake` with the undo of this ply takes it back.
cdef int make_at(SearchStack* stack, State* state, int ply, Move move) except -1 nogil
