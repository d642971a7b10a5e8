# Writes takes as moves.
#
# A take has only counts (takes.pxd). This file adds the rainbow cards. If the display has a rainbow card of a number, and
# the take has some but not all cards of that number, there are two moves: one with the rainbow card, one without it.
#
#   display 6 6* 9, played 6:  counts {6}, {6, 6}  ->  "6 takes 6", "6 takes 6*", "6 takes 6 6*"

from libc.stdint cimport int32_t

from kiebitz.engine.bits cimport count, lowest, without_lowest
from kiebitz.engine.game cimport Move, MoveList, Rules, list_reserve
from kiebitz.engine.quanto.cards cimport Cards, size_of, uint64_t
from kiebitz.engine.quanto.state cimport CAPTURE, CHIPS, COLLECT, KIND_SHIFT, Quanto
from kiebitz.engine.quanto.takes cimport Takes


cdef struct Emitter:            # target list and context for the moves of one node
    const Rules* rules
    const Quanto* q
    MoveList* list
    Py_ssize_t most             # the list ends soon after so many moves
    Takes* takes                # takes.cut: moves are missing because of a limit
    Cards shown                 # the display as takes count it, with inert jokers
    Cards rainbows              # rainbow bits of the display whose number has other cards there too
    uint64_t numbers            # set of the numbers in the display
    uint64_t playable           # set of the numbers that can be played; 0 for a joker
    uint64_t plain_numbers      # the playable numbers with a plain card
    uint64_t rainbow_numbers    # the playable numbers with a rainbow card
    int card                    # the played card
    int number                  # of the played card; 0 for a joker
    bint rainbow                # whether the played card is a rainbow card
    bint bonus_for_all          # RAINBOW_BONUS any, and the played card is a rainbow card
    bint discards               # whether a card may be discarded
    bint many_per_take          # whether a take can be more than one move


# Appends the move with each possible bonus card (RAINBOW_BONUS any).
cdef int write_bonuses(Emitter* e, Cards taken, uint64_t hi, int points) except -1 nogil
# Like `emit`, but makes room first.
cdef int emit_one(Emitter* e, Cards take, uint64_t hi, int points) except -1 nogil
# Like `emit_all`, if e.many_per_take. Makes room take by take, because a take may be 2**9 moves.
cdef int emit_all_variants(Emitter* e, const Cards* takes, Py_ssize_t n, uint64_t hi, int points,
                           bint won) except -1 nogil
# All moves that create a stack with a display card of the number `base` and a take; `take` includes both.
cdef int emit_created(Emitter* e, Cards take, int base, uint64_t hi) except -1 nogil
# All moves whose take and bonus have these counts together; the bonus is a card of the number `bonus`.
cdef int emit_bonus(Emitter* e, Cards take, int bonus, uint64_t hi, int points) except -1 nogil


cdef inline uint64_t creatable(const Emitter* e, int number) noexcept nogil:
    """The set of the chips of the stacks that a played number can create."""
    return (e.numbers << number) & CHIPS & ~<uint64_t>e.q.chips


cdef inline bint is_cut(Emitter* e) noexcept nogil:
    """Whether the list has reached its limit. Further moves are not needed then."""
    if e.list.size > e.most:
        e.takes.cut = True
    return e.takes.cut


cdef inline int make_room(Emitter* e, Py_ssize_t takes) except -1 nogil:
    """Makes room for all moves of a number of takes: with and without each rainbow card."""
    cdef Py_ssize_t moves = takes << count(e.rainbows) if e.rainbows else takes
    if e.list.size + moves > e.list.capacity:
        list_reserve(e.list, moves)
    return 0


cdef inline void write(MoveList* list, Cards taken, uint64_t hi, int32_t points) noexcept nogil:
    """Like list_push, but the caller must have made room."""
    list.moves[list.size] = Move(taken, hi)
    list.points[list.size] = points
    list.size += 1


cdef inline Cards optional_rainbows(const Emitter* e, Cards* take) noexcept nogil:
    """Adds the rainbow bits that every move of the take has. Returns the rainbow bits that a move may have or not."""
    cdef Cards left = e.rainbows, optional = 0
    cdef uint64_t taken, there
    cdef int place
    while left:
        place = lowest(left)
        left = without_lowest(left)
        taken = (take[0] >> 4 * (place - 48)) & 15
        there = (e.takes.display >> 4 * (place - 48)) & 15
        # Arithmetic instead of branches, which would be mispredicted.
        take[0] |= <uint64_t>(taken == there) << place
        optional |= <uint64_t>((taken != 0) & (taken < there)) << place
    return optional


cdef inline int emit(Emitter* e, Cards take, uint64_t hi, int points) except -1 nogil:
    """Appends all moves of a take. The caller has made room, except for e.bonus_for_all."""
    cdef Cards optional = optional_rainbows(e, &take), chosen = 0
    while True:
        if e.bonus_for_all:
            make_room(e, 1)
        write(e.list, take | chosen, hi, points)
        if e.bonus_for_all and hi >> KIND_SHIFT != CAPTURE and hi >> KIND_SHIFT != COLLECT:
            write_bonuses(e, take | chosen, hi, points)
        if chosen == optional:
            return 0
        chosen = (chosen - optional) & optional


cdef inline int emit_all(Emitter* e, const Cards* takes, Py_ssize_t n, uint64_t hi, int points,
                         bint won) except -1 nogil:
    """Appends all moves of n takes. Each card of a take counts one point if `won`."""
    cdef Move* moves
    cdef int32_t* worth
    cdef Py_ssize_t i
    if n == 0 or is_cut(e):
        return 0
    if e.many_per_take:
        return emit_all_variants(e, takes, n, hi, points, won)
    make_room(e, n)
    moves = e.list.moves + e.list.size
    worth = e.list.points + e.list.size
    for i in range(n):
        moves[i] = Move(takes[i], hi)
        worth[i] = points + (size_of(takes[i]) if won else 0)
    e.list.size += n
    return 0
