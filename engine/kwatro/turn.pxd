# Makes the moves of players and of nature, and takes them back.

from kiebitz.engine.game cimport Move, Rules, State
from kiebitz.engine.kwatro.board cimport Undo
from kiebitz.engine.kwatro.state cimport Kwatro

cdef void make(const Rules* rules, State* state, Move move, void* undo) noexcept nogil
cdef void unmake(const Rules* rules, State* state, const void* undo) noexcept nogil
cdef void make_swap(const Rules* rules, Kwatro* k, Move move, Undo* undo) noexcept nogil
