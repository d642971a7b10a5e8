"""Plays with holes, joined from plays without; a rare option, so scored by the rule on a copy of the table."""

from libc.stdint cimport int32_t, uint16_t, uint32_t, uint64_t

from kiebitz.engine.game cimport Move, list_push
from kiebitz.engine.kwatro.agree cimport lay_all, legal_on_board
from kiebitz.engine.kwatro.board cimport ACROSS, Cell, Kwatro, is_card, run_through, step, true_column, true_row
from kiebitz.engine.kwatro.line cimport HAND, LOT, TABLES
from kiebitz.engine.kwatro.plays cimport (
    ADDITIVE, DOUBLING, LOT_ONLY, PLAY, Turn, card_of, cell_of, size_of,
)


cdef inline uint16_t line_of(uint16_t cell, int direction) noexcept nogil:
    return cell >> 6 if direction == ACROSS else cell & 63


cdef bint in_hand(const Turn* turn, Move move) noexcept nogil:
    """No card is used twice; wilds as often as they are held."""
    cdef int i, slot, used = 0
    for i in range(size_of(move)):
        for slot in range(turn.hand_size):
            if turn.card[slot] == card_of(move, i) and not used >> slot & 1:
                used |= 1 << slot
                break
        else:
            return False
    return True


cdef bint holes_between(const Turn* turn, Move first, Move second, int direction) noexcept nogil:
    """The second play lies behind the first in the same line and does not join its run."""
    cdef uint16_t end = cell_of(first, size_of(first) - 1)
    cdef uint16_t start = cell_of(second, 0)
    if line_of(end, direction) != line_of(start, direction):
        return False
    if direction == ACROSS:
        if true_column(turn.k, start) <= true_column(turn.k, end):
            return False
    elif true_row(turn.k, start) <= true_row(turn.k, end):
        return False
    end = step(end, direction, 1)
    while is_card(turn.k.grid[end]):
        end = step(end, direction, 1)
    # `end` stays empty unless the second play begins there and so prolongs the run.
    return end != start


cdef inline uint64_t cards_of(Move move) noexcept nogil:
    return <uint32_t>(move.lo >> 8)


cdef Move joined(Move first, Move second, int direction) noexcept nogil:
    cdef int n = size_of(first)
    cdef int k = n + size_of(second)
    cdef Move move
    move.lo = PLAY | k << 4 | direction << 7 | cards_of(first) << 8 | cards_of(second) << (8 + 8 * n)
    move.hi = first.hi | second.hi << (16 * n)
    return move


cdef int32_t points_on_board(const Turn* turn, Move move) noexcept nogil:
    """The points of a play by the rule: lay it, add up the lines, double."""
    cdef Kwatro after = turn.k[0]
    cdef Cell run
    cdef int main = move.lo >> 7 & 1
    cdef int i, d, value, k = size_of(move)
    cdef int doublings = (k == HAND) + (k == turn.hand_size and turn.k.pile_size == 0)
    cdef int32_t base = 0, lots = 0
    cdef uint16_t last = 0xFFFF, start
    lay_all(&after, move, NULL)
    for i in range(k):
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
    if turn.options[DOUBLING] == LOT_ONLY:
        return base + lots
    return base * (1 + doublings) if turn.options[DOUBLING] == ADDITIVE else base << doublings


cdef int join_after(Turn* turn, Py_ssize_t first, Py_ssize_t last, Move move, int direction) except -1 nogil:
    """Appends every way to go on from a play by another one further on in its line."""
    cdef Py_ssize_t i
    cdef Move other, both
    cdef int32_t points
    for i in range(first, last):
        other = turn.list.moves[i]
        if size_of(move) + size_of(other) > turn.hand_size:
            continue
        if size_of(other) > 1 and (other.lo >> 7 & 1) != direction:
            continue
        if not holes_between(turn, move, other, direction):
            continue
        both = joined(move, other, direction)
        if not in_hand(turn, both):
            continue
        if not legal_on_board(turn.k, turn.options, both):
            continue
        points = points_on_board(turn, both)
        list_push(turn.list, Move(both.lo | <uint64_t>points << 40, both.hi), points)
        join_after(turn, first, last, both, direction)
    return 0


cdef int scattered_plays(Turn* turn, Py_ssize_t first) except -1 nogil:
    cdef Py_ssize_t last = turn.list.size
    cdef Py_ssize_t i
    cdef Move move
    cdef int direction
    for i in range(first, last):
        for direction in range(2):
            move = turn.list.moves[i]
            if size_of(move) > 1 and (move.lo >> 7 & 1) != direction:
                continue
            join_after(turn, first, last, move, direction)
    return 0
