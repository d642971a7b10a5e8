"""Players that choose a move without search."""

from libc.string cimport memset

from kiebitz.engine.game cimport advance, has_perfect_information
from kiebitz.engine.kernels.one_ply cimport best_move, one_ply_free, one_ply_new
from kiebitz.engine.rng cimport below


cdef int policy_new(Policy* policy, const Rules* rules, int kind) except -1 nogil:
    cdef int p
    memset(policy, 0, sizeof(Policy))
    policy.rules = rules
    for p in range(MAX_PLAYERS):
        policy.kind[p] = kind
    return one_ply_new(&policy.one_ply, rules)


cdef void policy_free(Policy* policy) noexcept nogil:
    one_ply_free(&policy.one_ply)


cdef int policy_move(Policy* policy, State* state, Rng* rng, Move* move) except -1 nogil:
    cdef MoveList* legal = &policy.one_ply.legal[0]
    cdef int kind = policy.kind[state.to_move]
    cdef double ignored
    if kind == GREEDY:
        move[0] = policy.rules.greedy(policy.rules, state)
    elif kind == HEURISTIC:
        move[0] = policy.rules.heuristic(policy.rules, state)
    elif kind == STATIC:
        best_move(&policy.one_ply, state, move, &ignored)
    else:
        legal.size = 0
        if policy.rules.extras.random_move != NULL:
            return policy.rules.extras.random_move(policy.rules, state, legal, rng, move)
        policy.rules.generate(policy.rules, state, legal)
        move[0] = legal.moves[below(rng, legal.size)]
    return 0


cdef long long play_on(Policy* policy, State* state, int plies, Rng* rng) except -1 nogil:
    cdef long long nodes = 0
    cdef int mover, left = plies
    cdef Move move
    while state.to_move >= 0:
        if policy.to_ending and has_perfect_information(policy.rules, state):
            break
        mover = state.to_move
        policy_move(policy, state, rng, &move)
        advance(policy.rules, state, move)
        nodes += 1
        if plies and state.to_move != mover:
            left -= 1
            if left == 0:
                break
    return nodes
