"""The moves of a turn: plays, swaps and trades."""

from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memset

from kiebitz.engine.bits cimport bit, count, lowest, without_lowest
from kiebitz.engine.game cimport Move, list_push, list_reserve
from kiebitz.engine.kwatro.board cimport exchange
from kiebitz.engine.kwatro.line cimport HAND, TABLES, WILD, cards_allowed, values_allowed
from kiebitz.engine.kwatro.movegen.gapped_plays cimport append_gapped_plays
from kiebitz.engine.kwatro.movegen.permutations cimport (
    MAX_PERMUTATIONS, PERMUTATIONS, PermutationSet, PermutationTable,
)
from kiebitz.engine.kwatro.movegen.play_context cimport PART_OF_HAND, PlayContext, fill_context, fill_context_of, fill_words
from kiebitz.engine.kwatro.movegen.plays cimport append_plays
from kiebitz.engine.kwatro.state cimport (
    ACROSS, CONTIGUITY, DOWN, OFF, RECYCLE, SAME_ROW, SHUFFLE_IN, TRADE, TRADED_CARDS, WILD_IDENTITY, card_of,
    kind_of, move_head, size_of, swap_of,
)
from kiebitz.engine.kwatro.wilds cimport wilds_possible_on
from kiebitz.engine.rng cimport mix

cdef enum:              # heuristic scores, in points
    WILD_WORTH = 15         # worth of a wild that stays in the hand, close to its learned value
    SWAP_FIRST = 1000       # a swap comes first: all plays without its card stay possible


cdef int generate(const Rules* rules, const State* state, MoveList* list) except -1 nogil:
    cdef PlayContext context
    fill_context(&context, <const Kwatro*>state, rules.options)
    append_all_plays(&context, list)
    append_swaps(rules, &context)
    append_trades(&context, rules.options[TRADED_CARDS] == SHUFFLE_IN)
    return 0


cdef int append_plays_of(const Rules* rules, const State* state, int player, int sizes, MoveList* list) except -1 nogil:
    cdef PlayContext context
    fill_context_of(&context, <const Kwatro*>state, rules.options, player, sizes)
    return append_all_plays(&context, list)


cdef int append_part_of_hand(const Rules* rules, const State* state, MoveList* list) except -1 nogil:
    cdef PlayContext context
    fill_context_of(&context, <const Kwatro*>state, rules.options, (<const Kwatro*>state).mover, PART_OF_HAND)
    append_all_plays(&context, list)
    append_swaps(rules, &context)
    append_trades(&context, rules.options[TRADED_CARDS] == SHUFFLE_IN)
    return 0


cdef int candidates(const Rules* rules, const State* state, MoveList* list) except -1 nogil:
    cdef PlayContext context
    cdef Py_ssize_t i, first = list.size, next
    fill_context(&context, <const Kwatro*>state, rules.options)
    append_all_plays(&context, list)
    if context.wild_slots:
        for i in range(first, list.size):
            list.points[i] -= WILD_WORTH * wilds_of(list.moves[i])
    next = list.size
    append_swaps(rules, &context)
    for i in range(next, list.size):
        list.points[i] = SWAP_FIRST
    append_trades(&context, True)
    return 0


cdef inline int append_all_plays(PlayContext* context, MoveList* list) except -1 nogil:
    cdef Py_ssize_t first = list.size
    context.list = list
    append_plays(context)
    if context.options[CONTIGUITY] == SAME_ROW:
        append_gapped_plays(context, first)
    return 0


cdef inline int32_t wilds_of(Move move) noexcept nogil:
    cdef int i, wilds = 0
    for i in range(size_of(move)):
        wilds += card_of(move, i) == WILD
    return wilds


cdef uint64_t use_of(const Rules* rules, Move move) noexcept nogil:
    cdef uint64_t number = mix(kind_of(move))
    cdef int i
    for i in range(size_of(move)):
        number += mix(16 + card_of(move, i))    # a sum does not depend on the order; kinds are below 16
    return number


cdef uint64_t swappable(const Rules* rules, const Kwatro* k, const Wilds* wilds, int wild) noexcept nogil:
    cdef uint64_t found, rest
    cdef Kwatro after
    if not wilds.present >> wild & 1:
        return 0
    found = k.hand[k.mover].cards & cards_allowed(
        &TABLES, values_allowed(&TABLES, wilds.line[wild][ACROSS]) & values_allowed(&TABLES, wilds.line[wild][DOWN])
    )
    rest = found if wilds.shared else 0     # the swap affects the other wild only if they share a line
    while rest:
        after = k[0]
        exchange(&after, wild, lowest(rest), NULL)
        if not wilds_possible_on(&after, rules.options[WILD_IDENTITY], 0):
            found &= ~bit(lowest(rest))
        rest = without_lowest(rest)
    return found


cdef int append_swaps(const Rules* rules, const PlayContext* context) except -1 nogil:
    cdef uint64_t rest
    cdef int wild
    if rules.options[RECYCLE] == OFF:
        return 0
    for wild in range(2):
        rest = swappable(rules, context.k, &context.wilds, wild)
        while rest:
            list_push(context.list, swap_of(context.k, wild, lowest(rest)), 0)
            rest = without_lowest(rest)
    return 0


cdef int append_trades(PlayContext* context, bint one_order) except -1 nogil:
    """Appends all trades of at most as many cards as the pile holds; in every order, or in one order only."""
    cdef MoveList* list = context.list
    cdef int most = min(context.hand_size, <int>context.k.pile_size)
    cdef bint unordered = context.options[TRADED_CARDS] == SHUFFLE_IN
    cdef const PermutationTable* table
    cdef const uint64_t* words
    cdef PermutationSet permutations
    cdef uint64_t head
    cdef Move* move
    cdef int n, found
    list_reserve(list, 1 + HAND * MAX_PERMUTATIONS)
    list_push(list, Move(move_head(TRADE, 0, unordered), 0), 0)
    fill_words(context, most)
    for n in range(1, most + 1):
        table = &PERMUTATIONS[n]
        permutations = (
            table.of_subsets[(context.usable & TABLES.of_size[n]) >> table.first_subset]
            & table.in_order[context.wild_order]
        )
        if one_order:
            permutations &= table.rising
        head = move_head(TRADE, n, unordered)
        words = context.words[n]
        move = list.moves + list.size
        found = count(permutations)
        memset(list.points + list.size, 0, found * sizeof(int32_t))
        list.size += found
        while permutations:
            move.lo = <uint64_t><uint32_t>words[lowest(permutations)] << 8 | head
            move.hi = 0
            move += 1
            permutations &= permutations - 1
    return 0
