"""All combinations of decisions that players make at the same time."""

from libc.stdlib cimport free
from libc.string cimport memset

from kiebitz.engine.game cimport OVER, copy, is_final, list_free, present_margin, win_share
from kiebitz.engine.memory cimport allocate


cdef int combinations_new(Combinations* memory, const Rules* rules) except -1 nogil:
    cdef int i
    memset(memory, 0, sizeof(Combinations))
    memory.rules = rules
    for i in range(MAX_PLAYERS):
        memory.undo[i] = allocate(1, rules.state_size)
    return 0


cdef void combinations_free(Combinations* memory) noexcept nogil:
    cdef int i
    for i in range(MAX_PLAYERS):
        list_free(&memory.legal[i])
        free(memory.undo[i])
        memory.undo[i] = NULL


cdef bint ends_for_certain(Combinations* memory, State* state, int player, EndRange* found) except -1 nogil:
    found.margin_low = found.win_low = 1e30
    found.margin_high = found.win_high = -1e30
    memory.left = MOST_COMBINATIONS
    return add_combinations(memory, state, player, 0, found)


cdef bint add_combinations(Combinations* memory, State* state, int player, int depth, EndRange* found) except -1 nogil:
    """Adds the results of all combinations of the decisions still to come. False if the game can go on after one of them."""
    cdef const Rules* rules = memory.rules
    cdef Py_ssize_t i
    cdef bint over
    if is_final(rules, state):
        memory.left -= 1
        add_end(state, player, found)
        return memory.left >= 0
    if rules.extras.simultaneous == NULL or depth == MAX_PLAYERS or not rules.extras.simultaneous(rules, state):
        return False
    memory.legal[depth].size = 0
    rules.generate(rules, state, &memory.legal[depth])
    for i in range(memory.legal[depth].size):
        rules.make(rules, state, memory.legal[depth].moves[i], memory.undo[depth])
        over = add_combinations(memory, state, player, depth + 1, found)
        rules.unmake(rules, state, memory.undo[depth])
        if not over:
            return False
    return True


cdef inline void add_end(const State* state, int player, EndRange* found) noexcept nogil:
    cdef double margin = present_margin(state, player), win = win_share(state, player)
    found.margin_low = min(found.margin_low, margin)
    found.margin_high = max(found.margin_high, margin)
    found.win_low = min(found.win_low, win)
    found.win_high = max(found.win_high, win)


cdef const State* after_decisions(const Rules* rules, const State* state, State* end) noexcept nogil:
    if rules.extras.simultaneous == NULL or not rules.extras.simultaneous(rules, state):
        return state
    copy(rules, end, state)
    while rules.extras.simultaneous(rules, end):
        rules.make(rules, end, rules.heuristic(rules, end), NULL)
    if end.to_move == OVER:
        return end
    return state
