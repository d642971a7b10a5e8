"""Games to learn from."""

from libc.string cimport memcpy

from kiebitz.engine.game cimport CHANCE, ALL_PLAYERS, MAX_PLAYERS, Move, resolve_chance
from kiebitz.engine.kernels.policy cimport policy_move
from kiebitz.engine.memory cimport grow
from kiebitz.engine.rng cimport below


cdef int record(const Rules* rules, const State* state, int observer, Samples* into) except -1 nogil:
    """Appends the samples of one node. Their points to come are filled in at the end."""
    cdef float[MAX_PLAYERS * MAX_FEATURES] rows
    cdef Sample* sample
    cdef int p, phase
    if into.size + state.players > into.capacity:
        into.samples = <Sample*>grow(into.samples, &into.capacity, into.size + state.players, sizeof(Sample))
    rules.value.features(rules, state, observer, rows)
    phase = rules.value.phase(rules, state)
    for p in range(state.players):
        sample = &into.samples[into.size + p]
        sample.phase = phase
        sample.player = p
        sample.score = state.score[p]
        memcpy(sample.row, rows + p * rules.value.feature_count, rules.value.feature_count * sizeof(float))
    into.size += state.players
    return 0


cdef int record_game(Policy* policy, State* state, int start, Rng* rng, MoveList* legal, Samples* into) except -1 nogil:
    cdef const Rules* rules = policy.rules
    cdef Py_ssize_t first = into.size, i
    cdef int number = 0, mover
    cdef Move move
    while state.to_move >= 0:
        mover = state.to_move
        if number == start:
            legal.size = 0
            rules.generate(rules, state, legal)
            move = legal.moves[below(rng, legal.size)]
        else:
            policy_move(policy, state, rng, &move)
        rules.make(rules, state, move, NULL)
        if number >= start and state.to_move == CHANCE:
            record(rules, state, mover, into)
        resolve_chance(rules, state)
        if number >= start and state.to_move >= 0:
            record(rules, state, ALL_PLAYERS if below(rng, 2) else mover, into)
        number += 1
    for i in range(first, into.size):
        into.samples[i].to_come = state.score[into.samples[i].player] - into.samples[i].score
    return 0
