# Plays without gaps. If context.list is NULL, only the best play is kept; else all plays are appended, each once.

from kiebitz.engine.kwatro.movegen.cross_line cimport CrossLine, additive_part, doublings_of, most_added_of, sum_of
from kiebitz.engine.kwatro.movegen.play_context cimport PlayContext
from kiebitz.engine.kwatro.state cimport ACROSS, DOWN, FIRST_SLOT

cdef int append_plays(PlayContext* context) except -1 nogil     # all plays, to context.list
# Generates the plays of two or more cards whose first frontier cell is this one.
cdef int plays_from(PlayContext* context, int slot, int direction) except -1 nogil
# Generates the plays of one card on this cell.
cdef int single_plays(PlayContext* context, int slot) except -1 nogil


cdef inline bint single_may_be_best(const PlayContext* context, int slot) noexcept nogil:
    """Whether a single card on a frontier cell can score at least as much as the best play so far."""
    cdef CrossLine both = (
        additive_part(context.cross[ACROSS][FIRST_SLOT + slot]) + additive_part(context.cross[DOWN][FIRST_SLOT + slot])
    )
    cdef int doublings = doublings_of(both) + (context.hand_size == 1 and context.k.pile_size == 0)
    return context.scoring.times[doublings] * (sum_of(both) + most_added_of(both)) * 16 + 15 >= context.best_rank
