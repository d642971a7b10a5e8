"""Whole games between built-in policies, played without Python between the moves, with everything a record needs."""

from libc.stdint cimport int8_t, uint64_t
from libc.stdlib cimport free, realloc

from kiebitz.clock cimport now
from kiebitz.core cimport Game, Position
from kiebitz.engine.game cimport MAX_PLAYERS, Move, State, advance
from kiebitz.engine.kernels.policy cimport GREEDY, RANDOM, Policy, policy_free, policy_move, policy_new
from kiebitz.engine.rng cimport STREAM_POLICY, Rng
from kiebitz.engine.rng cimport seed as seed_rng

from kiebitz.search import POLICIES, policy_number

cdef struct Entry:          # one decision of the record
    Move move
    float seconds
    int8_t mover


cdef struct Record:         # grows as the game does; owned by whoever frees the entries
    Entry* entries
    Py_ssize_t size
    Py_ssize_t capacity


cdef int record_push(Record* record, Move move, int mover, double seconds) except -1 nogil:
    cdef void* grown
    if record.size == record.capacity:
        record.capacity = max(2 * record.capacity, 64)
        grown = realloc(record.entries, record.capacity * sizeof(Entry))
        if grown == NULL:
            with gil:
                raise MemoryError(f"no memory for a record of {record.capacity} moves")
        record.entries = <Entry*>grown
    record.entries[record.size].move = move
    record.entries[record.size].mover = mover
    record.entries[record.size].seconds = seconds
    record.size += 1
    return 0


cdef int play_out(Policy* policy, State* state, const uint64_t* seeds, Record* record) except -1 nogil:
    """Plays to the end; the n-th decision of a player depends on the player's seed and n only."""
    cdef Rng rng
    cdef Move move
    cdef int mover
    cdef double before = now(), after
    while state.to_move >= 0:
        mover = state.to_move
        if policy.kind[mover] == RANDOM:
            seed_rng(&rng, seeds[mover], STREAM_POLICY, record.size)
        policy_move(policy, state, &rng, &move)
        after = now()
        record_push(record, move, mover, after - before)
        advance(policy.rules, state, move)
        before = now()
    return 0


def play_match(Game game not None, uint64_t deal, policies, seeds):
    """One game from a deal; returns (moves, movers, seconds, scores).

    policies: names in POLICIES by seat; seeds: the players' own, by seat. moves: texts in order; movers: bytes, the
    seat of each move; seconds: list of floats, the time each decision took; scores: final, by seat.
    """
    cdef Position position = game.deal(deal)
    cdef Policy policy
    cdef uint64_t own[MAX_PLAYERS]
    cdef Record record
    cdef Py_ssize_t i
    if len(policies) != game.players or len(seeds) != game.players:
        raise ValueError(f"{len(policies)} policies and {len(seeds)} seeds for {game.players} players")
    record.entries = NULL
    record.size = record.capacity = 0
    policy_new(&policy, &game.rules, GREEDY)
    try:
        for i in range(game.players):
            own[i] = seeds[i]
            policy.kind[i] = policy_number(game, policies[i])
        with nogil:
            play_out(&policy, position.state, own, &record)
        moves = [game.codec.text(record.entries[i].move, position.names) for i in range(record.size)]
        movers = bytes([record.entries[i].mover for i in range(record.size)])
        seconds = [record.entries[i].seconds for i in range(record.size)]
    finally:
        free(record.entries)
        policy_free(&policy)
    return moves, movers, seconds, position.scores
