# A window: the empty cells of one row or column that a play fills, so that one run results.
#
# f is the first (leftmost or uppermost) cell of the window in the frontier. It always stands at index F. Up to three
# free cells stand before it, and up to three empty cells behind it. The run includes the cards between the cells.
#
#      .  .  f  YO3 BX4 g  .      windows of f:  {. f}  {. . f}  {f g}  {. f g}  {. . f g}  {f g .} ...

from libc.stdint cimport uint16_t, uint64_t

from kiebitz.engine.kwatro.line cimport Line, Subsets
from kiebitz.engine.kwatro.movegen.cross_line cimport CrossLine
from kiebitz.engine.kwatro.state cimport Kwatro, place_of

cdef enum:
    F = 3                       # index of f


cdef struct Window:
    int first                   # the window is cell[first .. first + size - 1]
    int size
    int direction
    int run_count               # cards in the run before the play
    int run_sum                 # their face values
    int run_wilds               # set of the board's wilds among them
    Line run_line
    Subsets possible            # subsets with a card for each cell
    uint16_t cell[7]
    CrossLine cross[7]          # by cell
    CrossLine cross_sum         # sum of the additive parts of all cells
    CrossLine cross_union       # bitwise or of all cells: for sets and flags


cdef inline uint64_t places_of(const Kwatro* k, const Window* w) noexcept nogil:
    """The cells of a window as a move names them."""
    cdef uint64_t places = 0
    cdef int j
    for j in range(w.size):
        places |= place_of(k, w.cell[w.first + j]) << 16 * j
    return places
