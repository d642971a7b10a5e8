# Runs: what a player may do without nature or another player in between, valued by what is expected after it.
#
#     G5@TL, write Y7        a run of two decisions; its value is that of the state after it, as its player knows it
#     swap YO2@0,1, BX2@...  another
#
# A run is cut after DECISIONS of them; the player is then still to move.

from kiebitz.engine.game cimport Move, MoveList, Rules, State

cdef enum:
    DECISIONS = 4


cdef struct Run:
    Move move[DECISIONS]
    int length
    double value


cdef struct Runs:           # grows as needed; whoever owns it calls runs_free
    Run* run
    Py_ssize_t size
    Py_ssize_t capacity


cdef struct Lister:         # memory of one thread, and how ends are valued
    const Rules* rules
    int player
    int branching           # decisions of a run for which all moves are tried; later ones are the heuristic's
    bint learned            # the ends by the learned value, else by the margin at hand
    long long nodes         # moves made
    MoveList legal[DECISIONS]
    void* undo[DECISIONS]


cdef int lister_new(Lister* lister, const Rules* rules) except -1 nogil
cdef void lister_free(Lister* lister) noexcept nogil
cdef void runs_free(Runs* runs) noexcept nogil
# The margin expected in a state, by what the player knows; exact at the end.
cdef double value_of(const Lister* lister, const State* state) noexcept nogil
# The `width` best runs from a state in which the player is to move, best first; all of them, in no order, for width 0.
# The state is played on and restored.
cdef int list_runs(Lister* lister, State* state, int width, Runs* runs) except -1 nogil
# The value of the best run.
cdef int best_value(Lister* lister, State* state, double* value) except -1 nogil
