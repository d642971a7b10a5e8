# The moves of the player to move. No two moves have the same effect.
#
# One effect may have several descriptions: which of the taken cards is the bonus or the base, and which number a joker
# stands for. The move then names the smallest card and the smallest number.
#
#   emitter_begin ---> make_runs(sums_of) ---> choose_rainbow, emit_card_moves for each card ---> takes_end

from libc.stdint cimport uint64_t

from kiebitz.engine.game cimport MoveList, Rules, State
from kiebitz.engine.quanto.emit cimport Emitter
from kiebitz.engine.quanto.state cimport RAINBOW_BONUS, Quanto
from kiebitz.engine.quanto.takes cimport Takes


cdef void emitter_begin(Emitter* e, const Rules* rules, const Quanto* q, MoveList* list, Takes* takes) noexcept nogil
# The set of all sums that plays of these numbers can take.
cdef uint64_t sums_of(const Emitter* e, uint64_t numbers) noexcept nogil
# Appends the moves of a card. The runs of the card's sums must have been made.
cdef int emit_card_moves(Emitter* e, int card) except -1 nogil
# Appends every legal move if there are at most `most`. Else appends nothing and returns False.
cdef bint generate_within(const Rules* rules, const Quanto* q, Py_ssize_t most, MoveList* list) except -1 nogil
cdef int generate(const Rules* rules, const State* state, MoveList* list) except -1 nogil


cdef inline void choose_rainbow(Emitter* e, bint rainbow) noexcept nogil:
    """Prepares the emitter for the plain cards or for the rainbow cards of the hand."""
    e.rainbow = rainbow
    e.bonus_for_all = rainbow and e.rules.options[RAINBOW_BONUS] != 0
    e.many_per_take = e.rainbows != 0 or e.bonus_for_all
