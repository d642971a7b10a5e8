# Decisions that players make at the same time: what the others may still choose, and which final results that leaves.
#
# Example: Anna's decision fills her sheet, which ends the game. Ben decides without seeing it. His three choices leave the
# margins 1, 3 and 3: Anna wins whatever Ben does.

from kiebitz.engine.game cimport MAX_PLAYERS, MoveList, Rules, State

cdef enum:
    MOST_COMBINATIONS = 4096    # combinations of decisions that are tried; below a millisecond


cdef struct EndRange:
    double margin_low       # points
    double margin_high
    double win_low          # win share, 0..1
    double win_high


cdef struct Combinations:   # memory of one thread
    const Rules* rules
    int left                # combinations that may still be tried
    MoveList legal[MAX_PLAYERS]
    void* undo[MAX_PLAYERS]


cdef int combinations_new(Combinations* memory, const Rules* rules) except -1 nogil
cdef void combinations_free(Combinations* memory) noexcept nogil
# Returns whether the scores are final after the present decisions, whatever the others choose, and writes the range of the
# results of `player` over all choices. Also False if there are too many combinations. The state is a view, the same
# afterwards.
cdef bint ends_for_certain(Combinations* memory, State* state, int player, EndRange* found) except -1 nogil
# The state after the heuristic decisions of the others, in `end`, if players decide at the same time and this ends the game.
# Otherwise the state itself, because the learned value knows such states.
cdef const State* after_decisions(const Rules* rules, const State* state, State* end) noexcept nogil
