"""One ply with the learned value."""

from libc.stdlib cimport free
from libc.string cimport memset

from kiebitz.engine.game cimport before, copy, list_free, list_keep
from kiebitz.engine.kernels.evaluation cimport choice_value, expected_margin, expected_win
from kiebitz.engine.kernels.simultaneous cimport after_decisions
from kiebitz.engine.memory cimport allocate


cdef int one_ply_new(OnePly* memory, const Rules* rules) except -1 nogil:
    cdef int depth
    memset(memory, 0, sizeof(OnePly))
    memory.rules = rules
    memory.width = WIDTH
    memory.width_behind = WIDTH_BEHIND
    memory.points = 1
    memory.known = <State*>allocate(1, rules.state_size)
    memory.end = <State*>allocate(1, rules.state_size)
    for depth in range(TURN_DECISIONS):
        memory.undo[depth] = allocate(1, rules.state_size)
    return 0


cdef void one_ply_free(OnePly* memory) noexcept nogil:
    cdef int depth
    free(memory.known)
    free(memory.end)
    memory.known = memory.end = NULL
    for depth in range(TURN_DECISIONS):
        list_free(&memory.legal[depth])
        free(memory.undo[depth])
        memory.undo[depth] = NULL


cdef int value_after(OnePly* memory, State* state, Move move, int depth, double* margin, double* win) except -1 nogil:
    cdef const Rules* rules = memory.rules
    cdef int mover = state.to_move
    cdef const State* after
    cdef Move best
    rules.make(rules, state, move, memory.undo[depth])
    if state.to_move == mover and depth + 1 < TURN_DECISIONS:
        best_of_turn(memory, state, depth + 1, &best, margin, win)
    else:
        after = after_decisions(rules, state, memory.end)
        margin[0] = expected_margin(rules, after, mover, mover)
        if win != NULL:
            win[0] = expected_win(rules, after, mover, margin[0])
    rules.unmake(rules, state, memory.undo[depth])
    return 0


cdef int best_of_turn(OnePly* memory, State* state, int depth, Move* best, double* margin, double* win) except -1 nogil:
    """win may be NULL if it has no weight."""
    cdef MoveList* legal = &memory.legal[depth]
    cdef Py_ssize_t i
    cdef double found, chance = 0, utility, highest = 0
    legal.size = 0
    memory.rules.candidates(memory.rules, state, legal)
    list_keep(legal, memory.width_behind if depth else memory.width)
    for i in range(legal.size):
        value_after(memory, state, legal.moves[i], depth, &found, &chance if win != NULL else NULL)
        utility = choice_value(memory.points, memory.wins, found, chance)
        # Of equal moves the smaller one is best, so the order of generation does not matter.
        if i == 0 or utility > highest or (utility == highest and before(legal.moves[i], best[0])):
            highest = utility
            margin[0] = found
            best[0] = legal.moves[i]
            if win != NULL:
                win[0] = chance
    return 0


cdef int best_move(OnePly* memory, const State* state, Move* best, double* margin) except -1 nogil:
    cdef double win
    copy(memory.rules, memory.known, state)
    if state.viewer != state.to_move:
        memory.rules.mask(memory.rules, memory.known, state.to_move)
    return best_of_turn(memory, memory.known, 0, best, margin, &win if memory.wins != 0 else NULL)
