# Every move of the player to move, each effect once.
#
# Two ways to one effect arise where a card beside the groups is taken (a bonus, the creating card) or where the number
# is free (jokers). The card beside is the smallest possible one, and so is the number.

from kiebitz.engine.game cimport MoveList, Rules, State
from kiebitz.engine.quanto.cards cimport uint64_t
from kiebitz.engine.quanto.effects cimport Actions
from kiebitz.engine.quanto.table cimport RAINBOW_BONUS, Quanto
from kiebitz.engine.quanto.takes cimport Takes


cdef void begin(Actions* a, const Rules* rules, const Quanto* q, MoveList* list, Takes* takes) noexcept nogil
# All sums that actions with these numbers can take.
cdef uint64_t sums_of(const Actions* a, uint64_t numbers) noexcept nogil
cdef int actions_with(Actions* a, int card) except -1 nogil                 # lists them; their runs have been made
cdef int generate(const Rules* rules, const State* state, MoveList* list) except -1 nogil


cdef inline void turn_to(Actions* a, bint rainbow) noexcept nogil:
    """What the rainbow cards of the hand, or the others, have in common."""
    a.rainbow = rainbow
    a.bonus_for_all = rainbow and a.rules.options[RAINBOW_BONUS] != 0
    a.apart = a.rainbows != 0 or a.bonus_for_all
