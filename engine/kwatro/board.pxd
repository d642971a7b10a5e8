# Placing cards on the board, exchanging them, and taking them back.

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from kiebitz.engine.game cimport Move
from kiebitz.engine.kwatro.state cimport Cell, Kwatro
from kiebitz.engine.rng cimport mix


cdef struct CellLog:        # a cell of the frontier before it changed
    uint8_t slot
    uint8_t spare
    Cell was


cdef struct GridLog:        # a byte of the grid before it changed
    uint16_t at
    uint8_t was
    uint8_t spare


cdef struct Undo:
    int cells
    int bytes
    CellLog cell[24]        # each of four cards changes at most five slots
    GridLog byte[48]        # each of four cards changes its cell, a moved slot, and four ends; a new dead end counts twice
    uint8_t saved[512]      # the state before its grid


cdef inline uint64_t card_hash(uint16_t cell, int card) noexcept nogil:
    """The part of a card on a cell in the hash of the board."""
    return mix(<uint64_t>cell << 8 | card)


cdef void clear(Kwatro* k) noexcept nogil                       # makes an empty board; all other fields are 0
# Places the first card of a board, or a card next to others. Only for the start of a game and for reading a position.
cdef void place_at(Kwatro* k, int row, int column, int card) noexcept nogil
# Places the cards of a play. Returns False, with some cards not placed, if one of them would lie on a dead cell.
cdef bint place_all(Kwatro* k, Move move, Undo* undo) noexcept nogil
# Exchanges wild number `wild` of the board for a real card.
cdef void exchange(Kwatro* k, int wild, int card, Undo* undo) noexcept nogil
cdef void restore(Kwatro* k, const Undo* undo) noexcept nogil
# Writes the cards on both sides of a cell, empty or not, as the run of that direction.
cdef void run_through(const Kwatro* k, uint16_t cell, int direction, Cell* run) noexcept nogil
