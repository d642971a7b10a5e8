# Depth-first search in positions that hide nothing: the memory of one thread, its table, its limits.

from libc.stdint cimport int32_t, uint64_t

from kiebitz.engine.game cimport Move, MoveList, Rules, State
from kiebitz.engine.kernels.table cimport Table

cdef enum:
    PLIES = 126         # decisions and draws on one path; whoever comes to the last one is cut off there
    ASKED_EVERY = 1024  # nodes between two questions whether to give up
    HASH_FIRST = 1 << 30    # points of the table's move, which is looked at first
    KILLER = 12             # points more for the last move that caused a cut: fewest nodes of 5, 12, 24 and always next

cdef enum:              # what a player strives for, where a table has more than two
    WIN_FIRST = 0       # the share of the win, then the margin
    MARGIN = 1          # the margin alone


cdef struct Ply:
    MoveList legal
    void* undo          # NULL until the search gets there
    Move killer         # caused the last cut here


cdef struct Tree:
    const Rules* rules
    Table table
    Ply ply[PLIES]
    int objective
    long long nodes         # decisions looked into
    long long node_limit    # 0: none
    bint (*stop)(void*) noexcept nogil  # asked now and then whether to give up; NULL: never
    void* context           # handed to it
    bint given_up           # what was found since is worth nothing
    long long cuts          # leaves that are not the end of the game, and entries of the table that rest on such


cdef int tree_new(Tree* tree, const Rules* rules, int log_entries) except -1 nogil
cdef void tree_free(Tree* tree) noexcept nogil
# Counts a node; true if the search has to give up.
cdef bint enter(Tree* tree) noexcept nogil
# Lists the moves as a heap by points, the table's move first, the killer of the ply further ahead.
cdef int order(Tree* tree, const State* state, int ply, const Move* known) except -1 nogil
# Plays a move, to be taken back by unmake with the undo of its ply, which is got ready.
cdef int descend(Tree* tree, State* state, int ply, Move move) except -1 nogil
