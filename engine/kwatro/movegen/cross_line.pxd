# The line across a play at one of its cells, in one word. A window adds up the words of its cells in one step.
#
#     bits 0..3   fitting slots: the cards of the hand that fit both lines of the cell
#          4..5   the set of the board's wilds in the line. The fitting slots already respect a wild that is alone
#          6      needs a joint test: each play on the cell must be tested with all its wilds
#          8..    weight: how often the value of the card on the cell counts here. 0 without a line, 1 with one,
#                 2 for a lot under "lot_only"
#         16..    sum of the line, times weight
#         32..    doublings
#         40..    1 for a cell of the frontier
#         48..    its slot of the frontier, or NO_SLOT
#         56..    the most that a card of the hand adds to the sum, times weight

from libc.stdint cimport uint64_t

from kiebitz.engine.kwatro.state cimport MAX_FRONTIER

cdef enum:
    NO_SLOT = MAX_FRONTIER - 1      # slot of all cells outside the frontier; no board fills it, so it stays empty
    ANY_CARD = 15                   # all slots of the hand

ctypedef uint64_t CrossLine


cdef inline CrossLine no_cross_line() noexcept nogil:
    """The word of a cell that is not next to a card."""
    return <CrossLine>NO_SLOT << 48 | ANY_CARD


cdef inline int fitting_slots(CrossLine cross) noexcept nogil:
    return cross & 15


cdef inline int wilds_in(CrossLine cross) noexcept nogil:
    return cross >> 4 & 3


cdef inline bint needs_joint_test(CrossLine cross) noexcept nogil:
    return cross >> 6 & 1


cdef inline int weight_of(CrossLine cross) noexcept nogil:
    return cross >> 8 & 0xFF


cdef inline int sum_of(CrossLine cross) noexcept nogil:
    return cross >> 16 & 0xFFFF


cdef inline int doublings_of(CrossLine cross) noexcept nogil:
    return cross >> 32 & 0xFF


cdef inline int frontier_cells_of(CrossLine total) noexcept nogil:
    return total >> 40 & 0xFF


cdef inline int slot_of(CrossLine cross) noexcept nogil:
    return cross >> 48 & 0xFF


cdef inline int most_added_of(CrossLine cross) noexcept nogil:
    return cross >> 56


cdef inline CrossLine additive_part(CrossLine cross) noexcept nogil:
    """The bits that a window adds up."""
    return cross & ~(<CrossLine>0xFF | <CrossLine>0xFF << 48)
