# The joint test of all wilds for the plays of a window, and for a single play on a copy of the table.

from libc.stdint cimport int32_t

from kiebitz.engine.game cimport Move
from kiebitz.engine.kwatro.arranged cimport Arrangements
from kiebitz.engine.kwatro.board cimport Kwatro, Undo
from kiebitz.engine.kwatro.line cimport Subsets
from kiebitz.engine.kwatro.plays cimport Turn, Window

cdef Arrangements agreeing(const Turn* turn, const Window* w, Subsets subsets, Arrangements fitting) noexcept nogil
cdef bint lay_all(Kwatro* k, Move move, Undo* undo) noexcept nogil
cdef bint legal_on_board(const Kwatro* k, const int32_t* options, Move move) noexcept nogil
