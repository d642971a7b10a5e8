"""Plays the end of a game greedily. The result is rough, but includes every take up to the last card.

If the observer does not know all cards, the result is the mean over a few sampled worlds. The same unseen cards always
give the same worlds. So moves are compared in the same worlds, and a position always has the same value.
"""

from libc.string cimport memcpy

from kiebitz.engine.game cimport ALL_PLAYERS, CHANCE, as_it_lies
from kiebitz.engine.quanto.cards cimport HIDDEN, size_of
from kiebitz.engine.quanto.determinize cimport determinize, mask
from kiebitz.engine.quanto.endings cimport perfect_information
from kiebitz.engine.quanto.policy cimport greedy
from kiebitz.engine.quanto.state cimport Quanto
from kiebitz.engine.quanto.turn cimport make
from kiebitz.engine.rng cimport STREAM_WORLDS, Rng, seed


cdef int last_to_play(const Quanto* q, int next) noexcept nogil:
    cdef int seat = next, last = next
    for _ in range(q.head.players):
        if q.hand_size[seat] >= q.hand_size[last]:
            last = seat
        seat = seat + 1 if seat + 1 < q.head.players else 0
    return last


cdef void restrict_to(const Quanto* q, int observer, Quanto* known) noexcept nogil:
    """Writes the state with only the cards that the observer knows. All players together know every hand, but no pile card."""
    cdef int i
    memcpy(known, q, sizeof(Quanto))
    if observer != ALL_PLAYERS:
        mask(NULL, &known.head, observer)
    for i in range(known.pile_size):
        known.pile[i] = HIDDEN


cdef bint stacks_known(const Quanto* q) noexcept nogil:
    """Whether the cards of all stacks are known. Sampling a stack would take too long."""
    cdef int p
    for p in range(q.head.players):
        if size_of(q.stack[p]) < q.stack_size[p]:
            return False
    return True


cdef void greedy_finish(const Rules* rules, const State* state, int observer, float* to_come) noexcept nogil:
    cdef const Quanto* q = <const Quanto*>state
    cdef Quanto known, world
    cdef State* head = &world.head
    cdef int p, i, worlds
    cdef Rng rng
    for p in range(state.players):
        to_come[p] = 0
    if q.pile_size > LATE or not stacks_known(q):
        return
    restrict_to(q, observer, &known)
    worlds = 1 if perfect_information(rules, &known.head) else WORLDS
    for i in range(worlds):
        seed(&rng, 0, STREAM_WORLDS, i)
        determinize(rules, &known.head, head, &rng)
        while head.to_move >= CHANCE:
            make(rules, head, as_it_lies() if head.to_move == CHANCE else greedy(rules, head), NULL)
        for p in range(state.players):
            to_come[p] += <float>(head.score[p] - state.score[p]) / worlds
