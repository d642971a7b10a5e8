# All moves of a turn (`generate`), those for search (`candidates`), and the parts that policies use.

from libc.stdint cimport uint64_t

from kiebitz.engine.game cimport MoveList, Rules, State
from kiebitz.engine.kwatro.state cimport Kwatro
from kiebitz.engine.kwatro.wilds cimport Wilds

cdef int generate(const Rules* rules, const State* state, MoveList* list) except -1 nogil
# Leaves out trades that differ only in the order of their cards. Points are heuristic scores.
cdef int candidates(const Rules* rules, const State* state, MoveList* list) except -1 nogil
# The real cards of the mover's hand that may be swapped for wild number `wild` of the board.
cdef uint64_t swappable(const Rules* rules, const Kwatro* k, const Wilds* wilds, int wild) noexcept nogil
