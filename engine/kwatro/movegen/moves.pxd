# All moves of a turn (`generate`), the candidate moves (`candidates`), and a part that the policy uses.

from libc.stdint cimport uint64_t

from kiebitz.engine.game cimport Move, MoveList, Rules, State
from kiebitz.engine.kwatro.state cimport Kwatro
from kiebitz.engine.kwatro.wilds cimport Wilds

cdef int generate(const Rules* rules, const State* state, MoveList* list) except -1 nogil
# Like `generate`, with one trade for each set of cards instead of one for each order. Points are heuristic scores.
cdef int candidates(const Rules* rules, const State* state, MoveList* list) except -1 nogil
# All plays of any player, or those of some sizes only: see the enum of PlayContext.
cdef int append_plays_of(const Rules* rules, const State* state, int player, int sizes, MoveList* list) except -1 nogil
# Like `generate`, without the plays of the whole hand.
cdef int append_part_of_hand(const Rules* rules, const State* state, MoveList* list) except -1 nogil
# A number of the kind of a move and of its set of cards, whatever their order and cells.
cdef uint64_t use_of(const Rules* rules, Move move) noexcept nogil
# The real cards of the mover's hand that may be swapped for wild number `wild` of the board.
cdef uint64_t swappable(const Rules* rules, const Kwatro* k, const Wilds* wilds, int wild) noexcept nogil
