"""Listing a player's runs, each with the value of its end."""

from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memmove, memset

from kiebitz.engine.game cimport OVER, list_free, list_push, margin
from kiebitz.engine.kernels.prospects cimport expected_margin


cdef int lister_new(Lister* lister, const Rules* rules) except -1 nogil:
    cdef int i
    memset(lister, 0, sizeof(Lister))
    lister.rules = rules
    lister.branching = DECISIONS
    for i in range(DECISIONS):
        lister.undo[i] = malloc(rules.state_size)
        if lister.undo[i] == NULL:
            lister_free(lister)
            with gil:
                raise MemoryError("no memory for taking moves back")
    return 0


cdef void lister_free(Lister* lister) noexcept nogil:
    cdef int i
    for i in range(DECISIONS):
        list_free(&lister.legal[i])
        free(lister.undo[i])
        lister.undo[i] = NULL


cdef void runs_free(Runs* runs) noexcept nogil:
    free(runs.run)
    runs.run = NULL
    runs.size = runs.capacity = 0


cdef double value_of(const Lister* lister, const State* state) noexcept nogil:
    if not lister.learned or state.to_move == OVER:
        return margin(state, lister.player)
    return expected_margin(lister.rules, state, lister.player, lister.player)


cdef int make_room(Runs* runs) except -1 nogil:
    cdef Py_ssize_t capacity = max(2 * runs.capacity, 64)
    cdef void* grown
    if runs.size < runs.capacity:
        return 0
    grown = realloc(runs.run, capacity * sizeof(Run))
    if grown == NULL:
        with gil:
            raise MemoryError(f"no memory for {capacity} runs")
    runs.run = <Run*>grown
    runs.capacity = capacity
    return 0


cdef int keep(Runs* runs, const Run* run, int width) except -1 nogil:
    """Puts a run in its place; of equals the one found first comes first."""
    cdef Py_ssize_t i = runs.size
    if width and i == width:
        if run.value <= runs.run[width - 1].value:
            return 0
        i = runs.size = width - 1
    make_room(runs)
    if width:
        while i > 0 and runs.run[i - 1].value < run.value:
            i -= 1
        memmove(&runs.run[i + 1], &runs.run[i], (runs.size - i) * sizeof(Run))
    runs.run[i] = run[0]
    runs.size += 1
    return 0


cdef int extend(Lister* lister, State* state, Run* run, int width, Runs* runs) except -1 nogil:
    """Every way to go on with a run; runs may be NULL: then only the best value is wanted, as run.value."""
    cdef const Rules* rules = lister.rules
    cdef int depth = run.length
    cdef MoveList* legal = &lister.legal[depth]
    cdef double best = -1e30
    cdef Py_ssize_t i
    legal.size = 0
    if depth < lister.branching:
        rules.generate(rules, state, legal)
    else:
        list_push(legal, rules.heuristic(rules, state), 0)
    run.length = depth + 1
    lister.nodes += legal.size
    for i in range(legal.size):
        rules.make(rules, state, legal.moves[i], lister.undo[depth])
        run.move[depth] = legal.moves[i]
        if state.to_move == lister.player and depth + 1 < DECISIONS:
            extend(lister, state, run, width, runs)
        else:
            run.value = value_of(lister, state)
            if runs != NULL:
                keep(runs, run, width)
        best = max(best, run.value)
        rules.unmake(rules, state, lister.undo[depth])
    run.length = depth
    run.value = best
    return 0


cdef int list_runs(Lister* lister, State* state, int width, Runs* runs) except -1 nogil:
    cdef Run run
    runs.size = run.length = 0
    return extend(lister, state, &run, width, runs)


cdef int best_value(Lister* lister, State* state, double* value) except -1 nogil:
    cdef Run run
    run.length = 0
    extend(lister, state, &run, 0, NULL)
    value[0] = run.value
    return 0
