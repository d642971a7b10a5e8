# One ply with the learned value: the move after which most is expected, by what the player to move knows.
#
# A turn may take several decisions (a swap before a play): while the same player goes on without nature in between, the
# value of a move is that of the best way to go on.

from kiebitz.engine.game cimport Move, MoveList, Rules, State

cdef enum:
    DECISIONS = 4           # of one turn that are looked at together


cdef struct OnePly:         # memory of one thread
    const Rules* rules
    int width               # moves a decision that are looked at, those of the best rough value; 0 for all
    int width_behind        # the same for further decisions of the turn
    MoveList legal[DECISIONS]
    void* undo[DECISIONS]
    State* known            # what the player to move knows


cdef enum:
    WIDTH = 40              # for speed; not tuned, see docs/learning.md
    WIDTH_BEHIND = 12


cdef int one_ply_new(OnePly* memory, const Rules* rules) except -1 nogil
cdef void one_ply_free(OnePly* memory) noexcept nogil
# Margin and share of a win to be expected after the move, which must be legal; `state` is played on and restored. It
# should be a view of the player to move: playing on a position, the hidden decisions of others would come to light.
cdef int value_after(OnePly* memory, State* state, Move move, int depth, double* margin, double* win) except -1 nogil
# The move of the highest margin, and that margin; of a position no more counts than the player to move knows.
cdef int best_move(OnePly* memory, const State* state, Move* best, double* margin) except -1 nogil
