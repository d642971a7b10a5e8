# Every move of the player to move, each effect once.
#
# Takes are found as counts and only then told apart by their rainbow cards: of a number with a rainbow card, of which some
# but not all copies are taken, the rainbow card may be among them or not.
#
#   display 6 6* 9, played 6:  counts {6}, {6, 6}  ->  "6 takes 6", "6 takes 6*", "6 takes 6 6*"
#
# Two ways to one effect arise where a card beside the groups is taken (a bonus, the creating card) or where the number is free
# (jokers). The card beside is the smallest possible one, and so is the number.

from kiebitz.engine.game cimport MoveList, Rules, State
from kiebitz.engine.quanto.cards cimport uint64_t

cdef enum:              # places of the fields in a move's upper word
    AS = 5
    CHIP = 9
    OWNER = 13
    BASE = 16
    BONUS = 21
    KIND = 61


cdef inline uint64_t field(int value, int place) noexcept nogil:
    return <uint64_t>value << place


cdef int generate(const Rules* rules, const State* state, MoveList* list) except -1 nogil
