# One ply with the learned value: the move after which the mover expects the highest margin, by what the mover knows.
#
# A turn may take several decisions (a swap before a play). As long as the same player goes on and nature does not move, a move
# is worth its best continuation. Unlike turn_sequences this looks at few candidate moves and finds one move only.

from kiebitz.engine.game cimport Move, MoveList, Rules, State
from kiebitz.engine.kernels.turn_sequences cimport TURN_DECISIONS

cdef enum:
    WIDTH = 40              # for speed; not tuned, see docs/learning.md
    WIDTH_BEHIND = 12


cdef struct OnePly:         # memory of one thread
    const Rules* rules
    int width               # candidates of the first decision, by their heuristic scores; 0 for all
    int width_behind        # candidates of the later decisions of the turn
    MoveList legal[TURN_DECISIONS]
    void* undo[TURN_DECISIONS]
    State* known            # what the player to move knows


cdef int one_ply_new(OnePly* memory, const Rules* rules) except -1 nogil
cdef void one_ply_free(OnePly* memory) noexcept nogil
# Expected margin and win share after a legal move; win may be NULL. `state` is the same afterwards. It should be a view of the
# player to move: a position would reveal hidden decisions of other players when it is played on.
cdef int value_after(OnePly* memory, State* state, Move move, int depth, double* margin, double* win) except -1 nogil
# The move of the highest margin, and that margin. Of a position only what the player to move knows counts.
cdef int best_move(OnePly* memory, const State* state, Move* best, double* margin) except -1 nogil
