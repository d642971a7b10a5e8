"""The end of a game played out greedily: rough, but it sees who takes what, in which order, to the last card.

Where `eye` does not know all cards, the mean over a few worlds that it holds possible. They are always the same ones for
the same unseen cards, so that moves are compared in the same worlds and a position has one value.
"""

from libc.string cimport memcpy

from kiebitz.engine.game cimport CHANCE, ALL_PLAYERS, as_it_lies
from kiebitz.engine.quanto.cards cimport HIDDEN, size_of
from kiebitz.engine.quanto.endings cimport settled
from kiebitz.engine.quanto.greedy cimport greedy
from kiebitz.engine.quanto.table cimport Quanto
from kiebitz.engine.quanto.turn cimport make
from kiebitz.engine.quanto.worlds cimport hide, sample
from kiebitz.engine.rng cimport STREAM_WORLDS, Rng, seed


cdef int last_to_play(const Quanto* q, int next) noexcept nogil:
    """Who plays the last card of all, when nothing is drawn any more."""
    cdef int step, seat = next, last = next
    for step in range(q.head.players):
        if q.hand_size[seat] >= q.hand_size[last]:
            last = seat
        seat = seat + 1 if seat + 1 < q.head.players else 0
    return last


cdef void know(const Quanto* q, int eye, Quanto* known) noexcept nogil:
    """What `eye` knows: everybody together knows all hands, but not the pile."""
    cdef int i
    memcpy(known, q, sizeof(Quanto))
    if eye != ALL_PLAYERS:
        hide(NULL, &known.head, eye)
    for i in range(known.pile_size):
        known.pile[i] = HIDDEN


cdef bint noted(const Quanto* q) noexcept nogil:
    """Whether all stacks are known; guessing one takes too long."""
    cdef int p
    for p in range(q.head.players):
        if size_of(q.stack[p]) < q.stack_size[p]:
            return False
    return True


cdef void finish(const Rules* rules, const State* state, int eye, float* to_come) noexcept nogil:
    cdef const Quanto* q = <const Quanto*>state
    cdef Quanto known, world
    cdef State* head = &world.head
    cdef int p, i, worlds
    cdef Rng rng
    for p in range(state.players):
        to_come[p] = 0
    if q.pile_size > LATE or not noted(q):
        return
    know(q, eye, &known)
    worlds = 1 if settled(rules, &known.head) else WORLDS
    for i in range(worlds):
        seed(&rng, 0, STREAM_WORLDS, i)
        sample(rules, &known.head, head, &rng)
        while head.to_move >= CHANCE:
            make(rules, head, as_it_lies() if head.to_move == CHANCE else greedy(rules, head), NULL)
        for p in range(state.players):
            to_come[p] += <float>(head.score[p] - state.score[p]) / worlds
