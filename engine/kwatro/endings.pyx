"""Endings of Kwatro: the pile is empty, and every player with cards knows all hands."""

from kiebitz.engine.hashing cimport hash_at
from kiebitz.engine.kwatro.state cimport PILE, SHUFFLE_IN, TRADED_CARDS, Kwatro
from kiebitz.engine.rng cimport mix


cdef bint perfect_information(const Rules* rules, const State* state) noexcept nogil:
    cdef const Kwatro* k = <const Kwatro*>state
    cdef int p, secret = 0, open_hands = 0
    if k.pile_size:
        return False
    if state.viewer < 0:
        return True
    for p in range(state.players):
        if k.hand[p].size > k.hand[p].known_wilds:
            secret += 1
        elif k.hand[p].size:
            open_hands += 1
    # If two hands are secret, each owner knows the other hand: it holds all unseen cards. A third player does not know them.
    return secret < 2 or (secret == 2 and not open_hands)


cdef inline uint64_t turn_word(const Kwatro* k) noexcept nogil:
    return (<uint64_t>k.mover | <uint64_t>k.passes << 8 | <uint64_t>k.went_out << 16 | <uint64_t>k.pile_size << 24
            | <uint64_t>k.head.players << 32)


cdef inline uint64_t seed_of(const Rules* rules, const Kwatro* k) noexcept nogil:
    """The seed of shuffles to come; 0 if the pile is never shuffled again."""
    return k.head.shuffle_seed if k.pile_size and rules.options[TRADED_CARDS] == SHUFFLE_IN else 0


cdef uint64_t hash(const Rules* rules, const State* state) noexcept nogil:
    cdef const Kwatro* k = <const Kwatro*>state
    cdef uint64_t sum = k.board_hash + hash_at(turn_word(k), 1)
    cdef int p, i
    for p in range(state.players):
        sum += hash_at(k.hand[p].cards, 2 + p) + hash_at(k.hand[p].wilds, 8 + p)
    if k.pile_size:
        sum += hash_at(seed_of(rules, k), 16)
        for i in range(k.pile_size):
            sum += hash_at(k.pile[(k.pile_first + i) & (PILE - 1)], 32 + i)
    return mix(sum)
