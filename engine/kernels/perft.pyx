"""Perft: node counts by depth through make and unmake."""

from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy

from kiebitz.engine.game cimport CHANCE, MoveList, as_it_lies, list_free


cdef int count_nodes(const Rules* rules, State* state, int depth, bint verify, uint64_t* counts) except -1 nogil:
    cdef MoveList list
    cdef void* undo
    cdef void* before = NULL
    cdef Py_ssize_t i
    if state.to_move < 0 or depth == 0:
        return 0
    list.moves = NULL
    list.points = NULL
    list.size = list.capacity = 0
    undo = malloc(rules.state_size)
    if verify:
        before = malloc(rules.state_size)
    try:
        if undo == NULL or (verify and before == NULL):
            with gil:
                raise MemoryError("no memory for taking moves back")
        rules.generate(rules, state, &list)
        counts[0] += list.size
        if depth == 1 and not verify:
            return 0
        if verify:
            memcpy(before, state, rules.state_size)
        for i in range(list.size):
            rules.make(rules, state, list.moves[i], undo)
            count_behind(rules, state, depth - 1, verify, counts + 1)
            rules.unmake(rules, state, undo)
            if verify and memcmp(before, state, rules.state_size) != 0:
                with gil:
                    raise AssertionError(f"move {i} of {list.size} was not taken back to the last byte")
    finally:
        list_free(&list)
        free(undo)
        free(before)
    return 0


cdef int count_behind(const Rules* rules, State* state, int depth, bint verify, uint64_t* counts) except -1 nogil:
    """Lets nature move as the pile lies, as often as it is its turn, then goes on counting."""
    cdef void* undo
    if state.to_move != CHANCE:
        return count_nodes(rules, state, depth, verify, counts)
    undo = malloc(rules.state_size)
    if undo == NULL:
        with gil:
            raise MemoryError("no memory for taking moves back")
    try:
        rules.make(rules, state, as_it_lies(), undo)
        count_behind(rules, state, depth, verify, counts)
        rules.unmake(rules, state, undo)
    finally:
        free(undo)
    return 0
