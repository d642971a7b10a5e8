# A heap of moves by points. It gives the best moves one at a time, because most nodes need only the first few.

from libc.stdint cimport int32_t

from kiebitz.engine.game cimport Move, MoveList


cdef inline void sink(MoveList* list, Py_ssize_t i, Py_ssize_t size) noexcept nogil:
    """Moves the move at index i down the heap until no move below it has more points."""
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
    """Takes out the move with the most points. The heap must not be empty."""
    cdef Move best = list.moves[0]
    list.size -= 1
    list.moves[0] = list.moves[list.size]
    list.points[0] = list.points[list.size]
    if list.size:
        sink(list, 0, list.size)
    return best
