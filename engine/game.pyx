"""Lists of moves."""

from libc.stdint cimport INT32_MIN, int32_t, int64_t
from libc.stdlib cimport free
from libc.string cimport memset

from kiebitz.engine.memory cimport grow, resize

cdef enum:
    NEAR = 256          # moves at least NEAR - 1 points behind the best move are counted together
    FEW = 8             # up to this width, counting first is slower


cdef int list_reserve(MoveList* list, Py_ssize_t extra) except -1 nogil:
    """Makes room for `extra` more moves. MemoryError leaves the list as it was."""
    cdef Py_ssize_t capacity = list.capacity
    if list.size + extra <= list.capacity:
        return 0
    list.moves = <Move*>grow(list.moves, &capacity, list.size + extra, sizeof(Move))
    list.points = <int32_t*>resize(list.points, capacity, sizeof(int32_t))
    list.capacity = capacity
    return 0


cdef void list_free(MoveList* list) noexcept nogil:
    free(list.moves)
    free(list.points)
    list.moves = NULL
    list.points = NULL
    list.size = list.capacity = 0


cdef void list_keep(MoveList* list, Py_ssize_t width) noexcept nogil:
    cdef Py_ssize_t i, j, kept = 0
    cdef Move move
    cdef int32_t points, least = INT32_MIN
    if width <= 0 or width > list.size:
        width = list.size
    elif FEW < width < list.size:
        drop_lowest(list, width)
    for i in range(list.size):
        points = list.points[i]
        if points < least:      # true for most moves once `width` moves are kept
            continue
        move = list.moves[i]
        if kept == width:
            if not ahead(list, width - 1, move, points):
                continue
            kept -= 1
        j = kept
        while j and ahead(list, j - 1, move, points):
            list.moves[j] = list.moves[j - 1]
            list.points[j] = list.points[j - 1]
            j -= 1
        list.moves[j] = move
        list.points[j] = points
        kept += 1
        if kept == width:
            least = list.points[width - 1]
    list.size = kept


cdef void drop_lowest(MoveList* list, Py_ssize_t width) noexcept nogil:
    """Drops moves that cannot be among the best `width`, without sorting.

    Drops nothing if fewer than `width` moves are near the best one.
    """
    cdef int[NEAR] count
    cdef int32_t most = list.points[0], least
    cdef Py_ssize_t i, kept = 0
    for i in range(1, list.size):
        most = max(most, list.points[i])
    memset(count, 0, sizeof(count))
    for i in range(list.size):
        count[min(<int64_t>most - list.points[i], <int64_t>NEAR - 1)] += 1
    for i in range(NEAR - 1):
        kept += count[i]
        if kept >= width:
            break
    if kept < width:
        return
    least = most - i
    kept = 0
    for i in range(list.size):
        list.moves[kept] = list.moves[i]
        list.points[kept] = list.points[i]
        kept += list.points[i] >= least
    list.size = kept


cdef inline bint ahead(const MoveList* list, Py_ssize_t i, Move move, int32_t points) noexcept nogil:
    """Whether the move comes before the move at index i: more points first, then the smaller move."""
    return points > list.points[i] or (points == list.points[i] and before(move, list.moves[i]))
