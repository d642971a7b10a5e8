# The moves of a list by falling points, found one at a time: most nodes need only the first few of them.

from libc.stdint cimport int32_t

from kiebitz.engine.game cimport Move, MoveList


cdef inline void sink(MoveList* list, Py_ssize_t i, Py_ssize_t size) noexcept nogil:
    """Lets the move at a place of the heap fall to where no move below it has more points."""
    cdef Move move = list.moves[i]
    cdef int32_t points = list.points[i]
    cdef Py_ssize_t child
    while True:
        child = 2 * i + 1
        if child >= size:
            break
        if child + 1 < size and list.points[child + 1] > list.points[child]:
            child += 1
        if list.points[child] <= points:
            break
        list.moves[i] = list.moves[child]
        list.points[i] = list.points[child]
        i = child
    list.moves[i] = move
    list.points[i] = points


cdef inline void heapify(MoveList* list) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(list.size // 2 - 1, -1, -1):
        sink(list, i, list.size)


cdef inline Move pop(MoveList* list) noexcept nogil:
    """Takes the move of most points out of the heap, which must not be empty."""
    cdef Move best = list.moves[0]
    list.size -= 1
    list.moves[0] = list.moves[list.size]
    list.points[0] = list.points[list.size]
    if list.size:
        sink(list, 0, list.size)
    return best
