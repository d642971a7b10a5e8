"""Perft: node counts by depth through make and unmake."""

from libc.stdlib cimport free
from libc.string cimport memcmp, memcpy, memset

from kiebitz.engine.game cimport CHANCE, MoveList, as_it_lies, list_free
from kiebitz.engine.memory cimport resize


cdef int count_nodes(const Rules* rules, State* state, int depth, bint verify, uint64_t* counts) except -1 nogil:
    cdef MoveList list
    cdef void* undo = NULL
    cdef void* before = NULL
    cdef Py_ssize_t i
    if state.to_move < 0 or depth == 0:
        return 0
    memset(&list, 0, sizeof(MoveList))
    try:
        undo = resize(NULL, 1, rules.state_size)
        rules.generate(rules, state, &list)
        counts[0] += list.size
        if depth == 1 and not verify:
            return 0
        if verify:
            before = resize(NULL, 1, rules.state_size)
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
    """Lets nature draw in the order of the pile until the next decision, then counts the nodes there."""
    cdef void* undo
    if state.to_move != CHANCE:
        return count_nodes(rules, state, depth, verify, counts)
    undo = resize(NULL, 1, rules.state_size)
    try:
        rules.make(rules, state, as_it_lies(), undo)
        count_behind(rules, state, depth, verify, counts)
        rules.unmake(rules, state, undo)
    finally:
        free(undo)
    return 0
