# The state of Kwatro, its options, and its moves.
#
#   Kwatro  [ head | hands | sets and counts | pile ]   512 bytes at most: `make` saves them whole
#           [ grid of 4096 bytes | frontier of up to 136 cells ]       `make` logs each change
#
# The board is a torus: a cell is row * 64 + column, both modulo 64. Lines hold at most four cards, so no board of 66
# cards reaches around. The frontier is the set of the empty cells next to a card. A byte of the grid is
#
#   0   no card is near  |  1 + card  |  FIRST_SLOT + slot of the frontier  |  DEAD
#
# A frontier cell stores the run through it in each direction: the cards on both sides together, and the cards behind the
# cell (to the right or below) alone. So move generation never walks along the board.
#
#      column   0    1    2    3          a: across YO3 and BX4: 2 cards, sum 7; behind it BX4: 1 card, sum 4
#      row 0   YO3   a   BX4   c             down nothing
#      row 1                  RT1         c: across BX4, nothing behind it; down RT1, which is also behind it
#
# A placed card changes only the four cells at the ends of its two runs. They may be new frontier cells. Two in five
# frontier cells are dead: no card can ever fit both of their lines, because lines only get stricter. A dead cell keeps
# its slot until `canonicalize` orders the frontier by cell. Move generation skips it.
#
# A move names cards and the true rows and columns of their cells, so it can be read without the board:
#
#   lo   kind (4 bits) | cards (3) | flag (1) | card 0 (8) | card 1 (8) | card 2 (8) | card 3 (8) | points (24)
#   hi   column 0 (8) | row 0 (8) | column 1 (8) | row 1 (8) | ...        signed bytes, lowest bits first
#
#   BX2@0,1 GO2@0,2 beside RT2@0,0 for 6 points:  lo = 06 00 00 21 3D 21    hi = 00 02 00 01
#                                                       6   GO2 BX2 kind 1, 2 cards

from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint64_t

from kiebitz.engine.game cimport Move, State
from kiebitz.engine.kwatro.line cimport Line

cdef enum:                  # options, in the order of Rules.options; their values follow (see docs/rules/kwatro.md)
    CONTIGUITY
    WILD_IDENTITY
    RECYCLE
    TRADED_CARDS
    DOUBLING
    FINAL_ROUND             # 0 or 1
    STALEMATE_ROUNDS        # the number itself
    WILD_STARTER

cdef enum:                  # CONTIGUITY
    ONE_RUN = 0
    SAME_ROW = 1

cdef enum:                  # WILD_IDENTITY
    ANY = 0
    DISTINCT_IN_LINE = 1
    UNPLAYED = 2

cdef enum:                  # RECYCLE
    BEFORE_ACTION = 0
    CONSUMES_TURN = 1
    OFF = 2

cdef enum:                  # TRADED_CARDS
    BOTTOM_IN_ORDER = 0
    SHUFFLE_IN = 1

cdef enum:                  # DOUBLING
    PRODUCT = 0
    ADDITIVE = 1
    LOT_ONLY = 2

cdef enum:                  # WILD_STARTER
    REDRAW = 0
    ALLOW = 1

cdef enum:                  # kinds of moves
    PLAY = 1                # flag: direction
    SWAP = 2                # a real card for a wild of the board
    TRADE = 3               # flag: the cards have no order; else the last card lies lowest in the pile. No cards: a pass
    DRAW = 4                # nature's move: the cards that the mover draws

cdef enum:
    SIDE = 64
    CELLS = 4096
    FIRST_SLOT = 66         # the grid byte of slot 0 of the frontier
    MAX_FRONTIER = 136      # 66 connected cards border at most 134 cells
    DEAD = 255              # an empty cell that no card can ever take
    NOWHERE = 0xFFFF
    PILE = 64               # size of the ring, which holds at most 57 cards and four traded ones
    HIDDEN = 255            # a card of the pile or of a move that the viewer does not know
    NOBODY = 255

cdef enum:                  # directions
    ACROSS = 0
    DOWN = 1


cdef struct Cell:           # a cell of the frontier, 32 bytes
    uint64_t fitting        # the real cards that fit both of its lines, wherever they are
    uint16_t at
    Line line[2]            # by direction: the real cards of the run through this cell
    uint8_t count[2]        # its cards, wilds included
    uint8_t sum[2]          # its face values
    Line line_behind[2]     # the same three for the cards behind the cell only
    uint8_t count_behind[2]
    uint8_t sum_behind[2]
    uint8_t wilds           # bit 2 * direction + i: wild number i of the board lies in that run
    uint8_t wilds_behind


cdef struct Hand:           # 16 bytes
    uint64_t cards          # real cards
    uint8_t wilds
    uint8_t size            # number of cards, with hidden ones
    uint8_t known_wilds     # wilds that all players know to be in this hand
    uint8_t spare[5]


cdef struct Kwatro:
    State head
    Hand hand[4]
    uint64_t on_board       # real cards on the board
    uint64_t alive[3]       # set of the slots of the frontier that are not dead
    uint64_t board_hash     # sum of `card_hash` over the cards on the board
    uint16_t wild_at[2]     # cells of the board's wilds, or NOWHERE
    uint8_t frontier_size
    uint8_t pile_first      # ring index of the top
    uint8_t pile_size
    uint8_t passes          # number of trades and passes since the last play
    uint8_t to_draw         # at a chance node: cards that the mover draws
    uint8_t to_shuffle      # at a chance node: the pile is shuffled before the draw
    uint8_t went_out        # set of players without cards
    uint8_t mover           # whose turn it is, also at chance nodes
    int8_t top              # true row of the northernmost cards
    int8_t left             # true column of the westernmost cards
    uint8_t spare[2]
    uint8_t pile[PILE]
    uint8_t traded_by[PILE]     # the player who put that card into the pile, or NOBODY
    uint8_t grid[CELLS]
    Cell frontier[MAX_FRONTIER]


cdef inline size_t saved_size(const Kwatro* k) noexcept nogil:
    """Number of bytes before the grid. `make` saves all of them."""
    return <size_t>&k.grid[0] - <size_t>k


cdef inline bint is_card(uint8_t byte) noexcept nogil:
    return <uint8_t>(byte - 1) < FIRST_SLOT - 1


cdef inline void set_alive(Kwatro* k, int slot, bint alive) noexcept nogil:
    k.alive[slot >> 6] &= ~(<uint64_t>1 << (slot & 63))
    k.alive[slot >> 6] |= <uint64_t>alive << (slot & 63)


cdef inline uint16_t step(uint16_t cell, int direction, int distance) noexcept nogil:
    if direction == ACROSS:
        return (cell & 0xFC0) | ((cell + distance) & 63)
    return (cell + 64 * distance) & 0xFFF


cdef inline int true_row(const Kwatro* k, uint16_t cell) noexcept nogil:
    return k.top - 4 + (((cell >> 6) - (k.top - 4)) & 63)


cdef inline int true_column(const Kwatro* k, uint16_t cell) noexcept nogil:
    return k.left - 4 + (((cell & 63) - (k.left - 4)) & 63)


cdef inline uint64_t place_of(const Kwatro* k, uint16_t cell) noexcept nogil:
    """The true row and column of a cell, as a move names them."""
    return (true_row(k, cell) & 0xFF) << 8 | (true_column(k, cell) & 0xFF)


cdef inline uint64_t move_head(int kind, int size, int flag) noexcept nogil:
    """The lowest byte of a move."""
    return kind | size << 4 | flag << 7


cdef inline uint64_t card_at(int card, int i) noexcept nogil:
    """Card i of a move."""
    return <uint64_t>card << (8 + 8 * i)


cdef inline Move swap_of(const Kwatro* k, int wild, int card) noexcept nogil:
    """The swap of a real card for a wild of the board."""
    return Move(move_head(SWAP, 1, 0) | card_at(card, 0), place_of(k, k.wild_at[wild]))


cdef inline int kind_of(Move move) noexcept nogil:
    return move.lo & 15


cdef inline int size_of(Move move) noexcept nogil:
    return (move.lo >> 4) & 7


cdef inline bint flag_of(Move move) noexcept nogil:
    return move.lo >> 7 & 1


cdef inline int card_of(Move move, int i) noexcept nogil:
    return (move.lo >> (8 + 8 * i)) & 0xFF


cdef inline int32_t points_of(Move move) noexcept nogil:
    return move.lo >> 40


cdef inline uint16_t cell_of(Move move, int i) noexcept nogil:
    return (move.hi >> (16 * i + 2)) & 0xFC0 | (move.hi >> (16 * i)) & 63


cdef inline int row_of(Move move, int i) noexcept nogil:
    return <int8_t>(move.hi >> (16 * i + 8) & 0xFF)


cdef inline int column_of(Move move, int i) noexcept nogil:
    return <int8_t>(move.hi >> (16 * i) & 0xFF)
