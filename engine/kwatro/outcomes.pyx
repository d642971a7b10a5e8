"""The draws of a chance node.

The mover knows cards on top of the pile that the mover traded earlier. All other cards are equally likely.
"""

from libc.stdint cimport uint8_t

from kiebitz.engine.game cimport Move, list_push
from kiebitz.engine.kwatro.cards cimport pile_card
from kiebitz.engine.kwatro.determinize cimport list_unseen
from kiebitz.engine.kwatro.line cimport CARDS, HAND, WILD
from kiebitz.engine.kwatro.state cimport DRAW, HIDDEN, Kwatro, card_at, move_head


cdef struct DrawChoice:         # the draw that is being put together
    const uint8_t* unseen       # the unseen cards, in rising order, wilds last
    int size                    # number of unseen cards
    uint8_t drawn[HAND]         # the cards of the draw, known cards first
    int known                   # number of known cards in the draw
    int wanted                  # number of cards in the draw
    MoveList* list


cdef int outcomes(const Rules* rules, const State* state, int most, MoveList* list) except -1 nogil:
    cdef Kwatro* k = <Kwatro*>state
    cdef uint8_t unseen[CARDS]
    cdef DrawChoice choice
    cdef Py_ssize_t before = list.size
    cdef int i, ways = 1
    # No list if the pile is shuffled first: it holds cards that the mover knows, so its cards are not equally likely.
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


cdef int choose(DrawChoice* choice, int chosen, int first, int ways) except -1 nogil:
    """Completes the draw with unseen cards from index `first` on and appends the results.

    The two wilds look the same, but each of them counts as a way.
    """
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


cdef Move draw_of(const DrawChoice* choice) noexcept nogil:
    """The move of a draw. It names its cards in rising order."""
    cdef uint8_t cards[HAND]
    cdef Move move = Move(move_head(DRAW, choice.wanted, 0), 0)
    cdef int i, j
    for i in range(choice.wanted):
        j = i
        while j > 0 and cards[j - 1] > choice.drawn[i]:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = choice.drawn[i]
    for i in range(choice.wanted):
        move.lo |= card_at(cards[i], i)
    return move
