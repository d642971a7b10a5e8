# All moves of a turn (`generate`), the candidate moves (`candidates`), and a part that the policy uses.

from libc.stdint cimport uint64_t

from kiebitz.engine.game cimport MoveList, Rules, State
from kiebitz.engine.kwatro.state cimport Kwatro
from kiebitz.engine.kwatro.wilds cimport Wilds

cdef int generate(const Rules* rules, const State* state, MoveList* list) except -1 nogil
# Like `generate`, with one trade for each set of cards instead of one for each order. Points are heuristic scores.
cdef int candidates(const Rules* rules, const State* state, MoveList* list) except -1 nogil
# The real cards of the mover's hand that may be swapped for wild number `wild` of the board.
cdef uint64_t swappable(const Rules* rules, const Kwatro* k, const Wilds* wilds, int wild) noexcept nogil
