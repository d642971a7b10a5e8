"""Listing a turn's moves: plays come from their own module, swaps and trades from here."""

from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memset

from kiebitz.engine.bits cimport bit, count, lowest, without_lowest
from kiebitz.engine.game cimport Move, list_push, list_reserve
from kiebitz.engine.kwatro.arranged cimport ARRANGED, MOST, Arrangements, OfSize
from kiebitz.engine.kwatro.board cimport ACROSS, DOWN, exchange
from kiebitz.engine.kwatro.cards cimport OFF, SHUFFLE_IN
from kiebitz.engine.kwatro.line cimport HAND, TABLES, cards_of, values_allowed
from kiebitz.engine.kwatro.plays cimport (
    CONTIGUITY, RECYCLE, SWAP, TRADE, TRADED_CARDS, WILD_IDENTITY, Turn, place_of, plays,
)
from kiebitz.engine.kwatro.prepare cimport prepare, prepare_words
from kiebitz.engine.kwatro.scattered cimport scattered_plays
from kiebitz.engine.kwatro.wilds cimport fit_on_board


cdef int generate(const Rules* rules, const State* state, MoveList* list) except -1 nogil:
    cdef const Kwatro* k = <const Kwatro*>state
    cdef Turn turn
    cdef Py_ssize_t first = list.size
    prepare(&turn, k, rules.options)
    turn.list = list
    plays(&turn)
    if rules.options[CONTIGUITY]:
        scattered_plays(&turn, first)
    swaps(rules, &turn, list)
    trades(rules, &turn, list, rules.options[TRADED_CARDS] == SHUFFLE_IN)
    return 0


cdef uint64_t swappable(const Rules* rules, const Kwatro* k, const Wilds* wilds, int wild) noexcept nogil:
    """The cards that make all lines through the wild's cell valid and leave the other wild something to stand for."""
    cdef uint64_t found, rest
    cdef Kwatro after
    if not wilds.present >> wild & 1:
        return 0
    found = k.hand[k.mover].cards & cards_of(
        &TABLES, values_allowed(&TABLES, wilds.line[wild][ACROSS]) & values_allowed(&TABLES, wilds.line[wild][DOWN])
    )
    rest = found if wilds.shared else 0     # else nothing changes for the other one
    while rest:
        after = k[0]
        exchange(&after, wild, lowest(rest), NULL)
        if not fit_on_board(&after, rules.options[WILD_IDENTITY], 0):
            found &= ~bit(lowest(rest))
        rest = without_lowest(rest)
    return found


cdef int swaps(const Rules* rules, const Turn* turn, MoveList* list) except -1 nogil:
    cdef const Kwatro* k = turn.k
    cdef uint64_t rest
    cdef int wild
    if rules.options[RECYCLE] == OFF:
        return 0
    for wild in range(2):
        rest = swappable(rules, k, &turn.wilds, wild)
        while rest:
            list_push(list, Move(SWAP | 1 << 4 | lowest(rest) << 8, place_of(k, k.wild_at[wild])), 0)
            rest = without_lowest(rest)
    return 0


cdef int trades(const Rules* rules, Turn* turn, MoveList* list, bint one_order) except -1 nogil:
    cdef int most = min(turn.hand_size, <int>turn.k.pile_size)
    cdef bint unordered = rules.options[TRADED_CARDS] == SHUFFLE_IN
    cdef const OfSize* all
    cdef const uint64_t* words
    cdef Arrangements some
    cdef uint64_t head
    cdef Move* move
    cdef int n, found
    list_reserve(list, 1 + HAND * MOST)
    list_push(list, Move(TRADE | unordered << 7, 0), 0)
    prepare_words(turn, most)
    for n in range(1, most + 1):
        all = &ARRANGED[n]
        some = all.of_subsets[(turn.allowed & TABLES.sized[n]) >> all.first_subset] & all.after[turn.behind]
        if one_order:
            some &= all.rising
        head = TRADE | n << 4 | unordered << 7
        words = turn.words[n]
        move = list.moves + list.size
        found = count(some)
        memset(list.points + list.size, 0, found * sizeof(int32_t))
        list.size += found
        while some:
            move.lo = <uint64_t><uint32_t>words[lowest(some)] << 8 | head
            move.hi = 0
            move += 1
            some &= some - 1
    return 0
