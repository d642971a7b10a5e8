"""Joins plays without gaps to plays with gaps. The option is rare, so speed matters little: a copy of the board scores them."""

from libc.stdint cimport int32_t, uint16_t, uint32_t, uint64_t

from kiebitz.engine.game cimport Move, list_push
from kiebitz.engine.kwatro.board cimport place_all, run_through
from kiebitz.engine.kwatro.line cimport HAND, LOT, TABLES
from kiebitz.engine.kwatro.state cimport (
    ACROSS, ADDITIVE, DOUBLING, LOT_ONLY, NOWHERE, PLAY, Cell, Kwatro, card_of, cell_of, flag_of, is_card, move_head,
    size_of, step, true_column, true_row,
)
from kiebitz.engine.kwatro.wilds cimport wilds_possible_after


cdef inline uint16_t line_of(uint16_t cell, int direction) noexcept nogil:
    """The row or column of a cell."""
    return cell >> 6 if direction == ACROSS else cell & 63


cdef bint in_hand(const PlayContext* context, Move move) noexcept nogil:
    """Whether the hand holds all cards of the move, each as often as the move uses it."""
    cdef int i, slot, used = 0
    for i in range(size_of(move)):
        for slot in range(context.hand_size):
            if context.card[slot] == card_of(move, i) and not used >> slot & 1:
                used |= 1 << slot
                break
        else:
            return False
    return True


cdef bint gap_between(const PlayContext* context, Move first, Move second, int direction) noexcept nogil:
    """Whether the second play lies behind the first one in the same line and does not join its run."""
    cdef uint16_t end = cell_of(first, size_of(first) - 1)
    cdef uint16_t start = cell_of(second, 0)
    if line_of(end, direction) != line_of(start, direction):
        return False
    if direction == ACROSS:
        if true_column(context.k, start) <= true_column(context.k, end):
            return False
    elif true_row(context.k, start) <= true_row(context.k, end):
        return False
    end = step(end, direction, 1)
    while is_card(context.k.grid[end]):
        end = step(end, direction, 1)
    # `end` is the empty cell behind the first run. A second play that starts there extends this run.
    return end != start


cdef inline uint64_t cards_word(Move move) noexcept nogil:
    return <uint32_t>(move.lo >> 8)


cdef Move joined(Move first, Move second, int direction) noexcept nogil:
    cdef int n = size_of(first)
    cdef Move move
    move.lo = move_head(PLAY, n + size_of(second), direction)
    move.lo |= cards_word(first) << 8 | cards_word(second) << (8 + 8 * n)
    move.hi = first.hi | second.hi << (16 * n)
    return move


cdef int32_t points_after(const PlayContext* context, Move move) noexcept nogil:
    """The points of a play, computed as in the rules: place the cards, add up the lines, double."""
    cdef Kwatro after = context.k[0]
    cdef Cell run
    cdef int main = flag_of(move)
    cdef int i, d, value, size = size_of(move)
    cdef int doublings = (size == HAND) + (size == context.hand_size and context.k.pile_size == 0)
    cdef int32_t base = 0, lots = 0
    cdef uint16_t last = NOWHERE, start
    place_all(&after, move, NULL)
    for i in range(size):
        for d in range(2):
            run_through(&after, cell_of(move, i), d, &run)
            if run.count[d] == 0:
                continue
            start = cell_of(move, i)
            while is_card(after.grid[step(start, d, -1)]):
                start = step(start, d, -1)
            if d == main and start == last:
                continue    # this run was counted with an earlier card
            if d == main:
                last = start
            value = run.sum[d] + TABLES.value[card_of(move, i)]
            base += value
            if run.count[d] == LOT - 1:
                doublings += 1
                lots += value
    if context.options[DOUBLING] == LOT_ONLY:
        return base + lots
    return base * (1 + doublings) if context.options[DOUBLING] == ADDITIVE else base << doublings


cdef int append_extended(
    PlayContext* context, Py_ssize_t first, Py_ssize_t last, Move move, int direction
) except -1 nogil:
    """Extends a play in all ways by plays behind it in its line. These plays are at first .. last - 1 of the list."""
    cdef Py_ssize_t i
    cdef Move other, both
    cdef int32_t points
    for i in range(first, last):
        other = context.list.moves[i]
        if size_of(move) + size_of(other) > context.hand_size:
            continue
        if size_of(other) > 1 and flag_of(other) != direction:
            continue
        if not gap_between(context, move, other, direction):
            continue
        both = joined(move, other, direction)
        if not in_hand(context, both):
            continue
        if not wilds_possible_after(context.k, context.options, both):
            continue
        points = points_after(context, both)
        list_push(context.list, Move(both.lo | <uint64_t>points << 40, both.hi), points)
        append_extended(context, first, last, both, direction)
    return 0


cdef int append_gapped_plays(PlayContext* context, Py_ssize_t first) except -1 nogil:
    cdef Py_ssize_t last = context.list.size
    cdef Py_ssize_t i
    cdef Move move
    cdef int direction
    for i in range(first, last):
        for direction in range(2):
            move = context.list.moves[i]
            if size_of(move) > 1 and flag_of(move) != direction:
                continue
            append_extended(context, first, last, move, direction)
    return 0
