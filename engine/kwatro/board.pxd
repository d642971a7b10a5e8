# The table of Kwatro: a torus of bytes beside a dense array of the frontier, the empty cells next to a card.
#
#   grid[cell]   0 nothing near | 1 + card | FRONT + slot of the frontier | DEAD
#
# A cell is row * 64 + column, both modulo 64. Lines hold at most four cards, so that no board of 66 cards reaches around.
# A frontier cell knows, for its row and its column, the run it would complete: cards on either side taken together; and,
# so that nobody has to walk, those behind it (to the right, below) by themselves.
#
#          .  .  a  .            a = frontier cell: across {Y3, B4}: Line 2 cards, sum 7; down {}: nothing
#         Y3  a B4  c            c: across {B4}, down {R1}
#          .  .  .  R1
#
# Placing a card changes only the four ends of its two runs, and they may be new frontier cells. Two in five of them are
# dead: no card will ever fit both of their lines, since lines only get stricter. A dead cell keeps its slot, so that the
# order of the others does not depend on it, and is looked at no more.

from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint64_t

from kiebitz.engine.game cimport State
from kiebitz.engine.kwatro.line cimport Line
from kiebitz.engine.rng cimport mix

cdef enum:
    SIDE = 64
    CELLS = 4096
    FRONT = 66          # grid bytes from here on are slots of the frontier
    FRONTIER = 136      # 66 connected cards border at most 134 cells
    DEAD = 255          # an empty cell that no card can ever take
    NOWHERE = 0xFFFF
    PILE = 64           # ring: never more than 57 cards and the four being traded
    HIDDEN = 255        # a card of the pile that the viewer does not know
    NOBODY = 255

cdef enum:              # directions
    ACROSS = 0
    DOWN = 1


cdef struct Cell:           # 32 bytes
    uint64_t cards          # the real cards that fit both of its lines, wherever they are
    uint16_t at
    Line line[2]            # by direction: the real cards of the run through this cell
    uint8_t count[2]        # its cards, wilds included
    uint8_t sum[2]          # its face values
    Line line_behind[2]     # the same for the cards behind the cell only
    uint8_t count_behind[2]
    uint8_t sum_behind[2]
    uint8_t wilds           # bit 2 * direction + i: wild number i of the table lies in that run
    uint8_t wilds_behind


cdef struct Hand:           # 16 bytes
    uint64_t cards          # real cards
    uint8_t wilds
    uint8_t size            # more than the cards known here: the rest is hidden
    uint8_t known_wilds     # everybody knows of them
    uint8_t spare[5]


cdef struct Kwatro:
    State head
    Hand hand[4]
    uint64_t table          # real cards on the table
    uint64_t alive[3]       # set of the slots of the frontier that are not dead
    uint64_t lying          # hash of what lies where: see hash_of
    uint16_t wild_at[2]     # cells of the table's wilds, or NOWHERE
    uint8_t front_size
    uint8_t pile_first      # ring index of the top
    uint8_t pile_size
    uint8_t passes          # consecutive
    uint8_t to_draw         # at a chance node: cards the mover draws
    uint8_t to_shuffle      # at a chance node: the pile is shuffled before the draw
    uint8_t out             # set of players who went out
    uint8_t mover           # whose turn it is, also at chance nodes
    int8_t top              # true row and column of the northernmost and westernmost cards
    int8_t left
    uint8_t spare[2]
    uint8_t pile[PILE]
    uint8_t traded_by[PILE] # who put that card of the pile there; NOBODY
    # All above is small and saved whole by `make`; the board below is restored from a log.
    uint8_t grid[CELLS]
    Cell front[FRONTIER]


cdef struct CellLog:
    uint8_t slot
    uint8_t spare
    Cell was


cdef struct GridLog:
    uint16_t at
    uint8_t was
    uint8_t spare


cdef struct Undo:
    int cells
    int bytes
    CellLog cell[24]        # four cards, each at most five slots
    GridLog byte[48]        # four cards, each its cell, a slot moved, and four ends that are new and dead
    uint8_t small[512]      # the state up to its grid


cdef inline uint16_t step(uint16_t cell, int direction, int distance) noexcept nogil:
    if direction == ACROSS:
        return (cell & 0xFC0) | ((cell + distance) & 63)
    return (cell + 64 * distance) & 0xFFF


cdef inline uint64_t hash_of(uint16_t cell, int card) noexcept nogil:
    """A card's part in the hash of the table, which is the sum over all cards that lie there."""
    return mix(<uint64_t>cell << 8 | card)


cdef inline bint is_card(uint8_t byte) noexcept nogil:
    return <uint8_t>(byte - 1) < FRONT - 1


cdef inline int true_row(const Kwatro* k, uint16_t cell) noexcept nogil:
    return k.top - 4 + (((cell >> 6) - (k.top - 4)) & 63)


cdef inline int true_column(const Kwatro* k, uint16_t cell) noexcept nogil:
    return k.left - 4 + (((cell & 63) - (k.left - 4)) & 63)


cdef inline size_t small_size(const Kwatro* k) noexcept nogil:
    return <size_t>&k.grid[0] - <size_t>k


cdef void clear(Kwatro* k) noexcept nogil                       # an empty table
cdef void place_first(Kwatro* k, int row, int column, int card) noexcept nogil
cdef void place(Kwatro* k, uint16_t cell, int card, Undo* undo) noexcept nogil     # on a frontier cell
cdef void exchange(Kwatro* k, int wild, int card, Undo* undo) noexcept nogil       # a real card for a wild of the table
cdef void restore(Kwatro* k, const Undo* undo) noexcept nogil
cdef void run_through(const Kwatro* k, uint16_t cell, int direction, Cell* run) noexcept nogil
