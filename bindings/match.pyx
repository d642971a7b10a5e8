"""Whole games between built-in policies, without Python between the moves, and with all data of a game record."""

from libc.stdint cimport int8_t, uint64_t
from libc.stdlib cimport free

from kiebitz.engine.clock cimport now
from kiebitz.engine.game cimport MAX_PLAYERS, Move, State, advance, canonicalize
from kiebitz.engine.kernels.policy cimport GREEDY, RANDOM, Policy, policy_free, policy_move, policy_new
from kiebitz.engine.memory cimport grow
from kiebitz.engine.rng cimport STREAM_POLICY, Rng
from kiebitz.engine.rng cimport seed as seed_rng
from kiebitz.positions cimport Game, Position

from kiebitz.search import policy_number

cdef struct Decision:       # one decision of a game
    Move move
    float seconds
    int8_t mover


cdef struct MatchRecord:    # the decisions of a game; the caller frees them
    Decision* decisions
    Py_ssize_t size
    Py_ssize_t capacity


cdef int record_push(MatchRecord* record, Move move, int mover, double seconds) except -1 nogil:
    if record.size == record.capacity:
        record.decisions = <Decision*>grow(record.decisions, &record.capacity, record.size + 1, sizeof(Decision))
    record.decisions[record.size].move = move
    record.decisions[record.size].mover = mover
    record.decisions[record.size].seconds = seconds
    record.size += 1
    return 0


cdef int play_to_end(Policy* policy, State* state, const uint64_t* seeds, MatchRecord* record) except -1 nogil:
    """Plays to the end. A random decision depends only on its number in the game and the seed of its player."""
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
        canonicalize(policy.rules, state)     # random choices then agree with those in a position of Python
        before = now()
    return 0


def play_match(Game game not None, uint64_t deal, policies, seeds):
    """Plays one game from a deal; returns (moves, movers, seconds, scores).

    deal: seed of the deal.
    policies: policies by seat, names in `search.POLICIES`.
    seeds: seeds of the players by seat.

    moves: texts of the moves, in order.
    movers: seat of each move, as bytes.
    seconds: time of each decision.
    scores: final scores by seat.
    Raises ValueError if there is not one policy and one seed for each player.
    """
    cdef Position position = game.deal(deal)
    cdef Policy policy
    cdef uint64_t own[MAX_PLAYERS]
    cdef MatchRecord record
    cdef Py_ssize_t i
    if len(policies) != game.players or len(seeds) != game.players:
        raise ValueError(f"{len(policies)} policies and {len(seeds)} seeds for {game.players} players")
    record.decisions = NULL
    record.size = record.capacity = 0
    policy_new(&policy, &game.rules, GREEDY)
    try:
        for i in range(game.players):
            own[i] = seeds[i]
            policy.kind[i] = policy_number(game, policies[i])
        with nogil:
            play_to_end(&policy, position.state, own, &record)
        moves = [game.codec.text(record.decisions[i].move, position.names) for i in range(record.size)]
        movers = bytes([record.decisions[i].mover for i in range(record.size)])
        seconds = [record.decisions[i].seconds for i in range(record.size)]
    finally:
        free(record.decisions)
        policy_free(&policy)
    return moves, movers, seconds, position.scores
