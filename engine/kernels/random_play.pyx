"""Whole games of random moves."""

from kiebitz.engine.game cimport advance
from kiebitz.engine.rng cimport below


cdef long long play_randomly(const Rules* rules, State* state, Rng* rng, MoveList* list) except -1 nogil:
    cdef long long nodes = 0
    while state.to_move >= 0:
        list.size = 0
        rules.generate(rules, state, list)
        advance(rules, state, list.moves[below(rng, list.size)])
        nodes += 1
    return nodes
