# All moves of a turn: plays, swaps, trades.

from libc.stdint cimport uint64_t

from kiebitz.engine.game cimport MoveList, Rules, State
from kiebitz.engine.kwatro.board cimport Kwatro
from kiebitz.engine.kwatro.plays cimport Turn
from kiebitz.engine.kwatro.wilds cimport Wilds

cdef int generate(const Rules* rules, const State* state, MoveList* list) except -1 nogil
cdef int swaps(const Rules* rules, const Turn* turn, MoveList* list) except -1 nogil
# Every choice of cards, as far as the pile can replace them, in every order or in one only.
cdef int trades(const Rules* rules, Turn* turn, MoveList* list, bint one_order) except -1 nogil
# The real cards of the hand that may take that wild of the table.
cdef uint64_t swappable(const Rules* rules, const Kwatro* k, const Wilds* wilds, int wild) noexcept nogil
