from libc.stdlib cimport free, realloc


cdef int list_reserve(MoveList* list, Py_ssize_t extra) except -1 nogil:
    """Makes room for `extra` more moves; MemoryError leaves the list as it was."""
    cdef Py_ssize_t wanted = list.size + extra
    cdef Py_ssize_t capacity
    cdef void* moves
    cdef void* points
    if wanted <= list.capacity:
        return 0
    capacity = max(wanted, 2 * list.capacity, 256)
    moves = realloc(list.moves, capacity * sizeof(Move))
    if moves != NULL:
        list.moves = <Move*>moves
    points = realloc(list.points, capacity * sizeof(int32_t))
    if points != NULL:
        list.points = <int32_t*>points
    if moves == NULL or points == NULL:
        with gil:
            raise MemoryError(f"no memory for {capacity} moves")
    list.capacity = capacity
    return 0


cdef void list_free(MoveList* list) noexcept nogil:
    free(list.moves)
    free(list.points)
    list.moves = NULL
    list.points = NULL
    list.size = list.capacity = 0
