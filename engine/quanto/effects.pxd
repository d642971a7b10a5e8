# Effects of an action written as moves.
#
# Takes are found as counts and only here told apart by their rainbow cards: of a number with a rainbow card, of which
# some but not all copies are taken, the rainbow card may be among them or not.
#
#   display 6 6* 9, played 6:  counts {6}, {6, 6}  ->  "6 takes 6", "6 takes 6*", "6 takes 6 6*"

from libc.stdint cimport int32_t

from kiebitz.engine.bits cimport count, lowest, without_lowest
from kiebitz.engine.game cimport Move, MoveList, Rules, list_reserve
from kiebitz.engine.quanto.cards cimport Cards, size_of, uint64_t
from kiebitz.engine.quanto.table cimport CAPTURE, COLLECT, Quanto
from kiebitz.engine.quanto.takes cimport Takes

cdef enum:              # places of the fields in a move's upper word
    AS = 5
    CHIP = 9
    OWNER = 13
    BASE = 16
    BONUS = 21
    KIND = 61


cdef struct Actions:
    const Rules* rules
    const Quanto* q
    MoveList* list
    Takes* takes
    Cards shown             # the display as takes count it, inert jokers included
    Cards rainbows          # of the display, beside other copies of their number
    uint64_t numbers        # set of the numbers in it
    uint64_t choice         # set of the numbers that can be played; 0 for a joker
    uint64_t plains         # of these with a card that is no rainbow card
    uint64_t others         # of these with a rainbow card
    int card
    int number              # of the card; 0 for a joker
    bint rainbow            # whether the card is one
    bint bonus_for_all      # an option of the rules, and a rainbow card
    bint apart              # whether one take can be more than one move


cdef int write_bonuses(Actions* a, Cards taken, uint64_t hi, int points) except -1 nogil    # of a move, for the option
cdef int emit_one(Actions* a, Cards take, uint64_t hi, int points) except -1 nogil          # as emit, making room
cdef int emit_all_apart(Actions* a, const Cards* takes, Py_ssize_t n, uint64_t hi, int points, bint won) except -1 nogil
cdef int emit_created(Actions* a, Cards take, int base, uint64_t hi) except -1 nogil
cdef int emit_bonus(Actions* a, Cards take, int bonus, uint64_t hi, int points) except -1 nogil


cdef inline uint64_t field(int value, int place) noexcept nogil:
    return <uint64_t>value << place


cdef inline int make_room(Actions* a, Py_ssize_t takes) except -1 nogil:
    """For all moves of so many takes: of each rainbow card that lies there, with and without."""
    cdef Py_ssize_t moves = takes << count(a.rainbows) if a.rainbows else takes
    if a.list.size + moves > a.list.capacity:
        list_reserve(a.list, moves)
    return 0


cdef inline void write(MoveList* list, Cards taken, uint64_t hi, int32_t points) noexcept nogil:
    """As list_push, where room has been made."""
    list.moves[list.size] = Move(taken, hi)
    list.points[list.size] = points
    list.size += 1


cdef inline Cards tell_apart(const Actions* a, Cards* take) noexcept nogil:
    """Adds to counts the rainbow cards that are surely taken; returns those that may be or not."""
    cdef Cards left = a.rainbows, some = 0
    cdef uint64_t taken, there
    cdef int place
    while left:
        place = lowest(left)
        left = without_lowest(left)
        taken = (take[0] >> 4 * (place - 48)) & 15
        there = (a.takes.display >> 4 * (place - 48)) & 15
        # Arithmetic instead of branches, which no processor could foresee here.
        take[0] |= <uint64_t>(taken == there) << place
        some |= <uint64_t>((taken != 0) & (taken < there)) << place
    return some


cdef inline int emit(Actions* a, Cards take, uint64_t hi, int points) except -1 nogil:
    """All moves whose takes have these counts; the caller has made room, but for bonuses for any action."""
    cdef Cards some = tell_apart(a, &take), chosen = 0
    while True:
        if a.bonus_for_all:
            make_room(a, 1)
        write(a.list, take | chosen, hi, points)
        if a.bonus_for_all and hi >> KIND != CAPTURE and hi >> KIND != COLLECT:
            write_bonuses(a, take | chosen, hi, points)
        if chosen == some:
            return 0
        chosen = (chosen - some) & some


cdef inline int emit_all(Actions* a, const Cards* takes, Py_ssize_t n, uint64_t hi, int points,
                         bint won) except -1 nogil:
    """All moves of n takes; each of their cards is a point if it is won."""
    cdef Move* moves
    cdef int32_t* worth
    cdef Py_ssize_t i
    if n == 0:
        return 0
    make_room(a, n)
    if a.apart:
        return emit_all_apart(a, takes, n, hi, points, won)
    moves = a.list.moves + a.list.size
    worth = a.list.points + a.list.size
    for i in range(n):
        moves[i] = Move(takes[i], hi)
        worth[i] = points + (size_of(takes[i]) if won else 0)
    a.list.size += n
    return 0
