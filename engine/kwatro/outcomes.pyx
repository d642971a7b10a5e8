"""Draws by what the mover knows: cards traded before that lie on top come for sure, all others are equally likely."""

from libc.stdint cimport uint8_t, uint64_t

from kiebitz.engine.game cimport Move, list_push
from kiebitz.engine.kwatro.board cimport HIDDEN, Kwatro
from kiebitz.engine.kwatro.cards cimport pile_card
from kiebitz.engine.kwatro.line cimport CARDS, HAND, WILD
from kiebitz.engine.kwatro.plays cimport DRAW
from kiebitz.engine.kwatro.worlds cimport list_unseen


cdef struct Choice:             # of the cards that are not known to come
    const uint8_t* unseen       # rising, the wilds last
    int size
    uint8_t drawn[HAND]         # known ones first
    int known
    int wanted                  # cards of the draw
    MoveList* list


cdef int outcomes(const Rules* rules, const State* state, int most, MoveList* list) except -1 nogil:
    cdef Kwatro* k = <Kwatro*>state
    cdef uint8_t unseen[CARDS]
    cdef Choice choice
    cdef Py_ssize_t before = list.size
    cdef int i, ways = 1
    # A pile that is shuffled together with cards the mover knows is left to sampling.
    if k.to_shuffle or (state.viewer >= 0 and state.viewer != k.mover):
        return 0
    choice.unseen = unseen
    choice.size = list_unseen(k, unseen)
    choice.known = 0
    choice.wanted = k.to_draw
    choice.list = list
    for i in range(k.to_draw):
        if pile_card(k, i)[0] != HIDDEN:
            choice.drawn[choice.known] = pile_card(k, i)[0]
            choice.known += 1
    for i in range(choice.wanted - choice.known):
        ways = ways * (choice.size - i) // (i + 1)
    if ways > most:
        return 0
    choose(&choice, choice.known, 0, 1)
    return <int>(list.size - before)


cdef int choose(Choice* choice, int chosen, int first, int ways) except -1 nogil:
    """Appends every draw with these cards and more of the unseen ones from `first` on; either wild counts as a way."""
    cdef int i, wilds
    if chosen == choice.wanted:
        return list_push(choice.list, draw_of(choice), ways)
    for i in range(first, choice.size):
        choice.drawn[chosen] = choice.unseen[i]
        wilds = choice.size - i
        if choice.unseen[i] < WILD:
            choose(choice, chosen + 1, i + 1, ways)
        else:
            if wilds == 2 and chosen + 2 == choice.wanted:
                choice.drawn[chosen + 1] = WILD
                list_push(choice.list, draw_of(choice), ways)
            elif chosen + 1 == choice.wanted:
                list_push(choice.list, draw_of(choice), wilds * ways)
            break
    return 0


cdef Move draw_of(const Choice* choice) noexcept nogil:
    """The cards in rising order."""
    cdef uint8_t cards[HAND]
    cdef Move move = Move(DRAW | choice.wanted << 4, 0)
    cdef int i, j
    for i in range(choice.wanted):
        j = i
        while j > 0 and cards[j - 1] > choice.drawn[i]:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = choice.drawn[i]
    for i in range(choice.wanted):
        move.lo |= <uint64_t>cards[i] << (8 + 8 * i)
    return move
