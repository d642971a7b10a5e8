# One-ply search with the learned value: finds the move after which the mover, by the own knowledge, expects most.
# That is the highest margin, unless the caller changes the weights of margin and win.
#
# A turn may take several decisions, for example a swap before a play. While the same player goes on, a move has the value of
# its best continuation. Unlike turn_sequences, this search looks at few candidate moves and finds one move only.

from kiebitz.engine.game cimport Move, MoveList, Rules, State
from kiebitz.engine.kernels.turn_sequences cimport TURN_DECISIONS

cdef enum:
    WIDTH = 40              # candidates of the first decision; limits time, see docs/learning.md
    WIDTH_BEHIND = 12       # candidates of each later decision of the turn


cdef struct OnePly:         # memory of one thread
    const Rules* rules
    int width               # candidates of the first decision, best heuristic scores first; 0: all
    int width_behind        # candidates of each later decision of the turn; 0: all
    double points           # weights of a choice, see evaluation.pxd
    double wins
    MoveList legal[TURN_DECISIONS]
    void* undo[TURN_DECISIONS]
    State* known            # what the player to move knows
    State* end              # the state after the decisions of other players


cdef int one_ply_new(OnePly* memory, const Rules* rules) except -1 nogil
cdef void one_ply_free(OnePly* memory) noexcept nogil
# Writes expected margin and win share after a legal move.
#   state   a view of the player to move; a position would reveal what other players hide. The same afterwards.
#   depth   decisions of this turn before the move; 0: the first one
#   win     may be NULL
cdef int value_after(OnePly* memory, State* state, Move move, int depth, double* margin, double* win) except -1 nogil
# Finds the best move, and its margin. A position is first masked for the player to move.
cdef int best_move(OnePly* memory, const State* state, Move* best, double* margin) except -1 nogil
