"""Memory of the engine."""

from libc.stdint cimport SIZE_MAX
from libc.stdlib cimport calloc, realloc

cdef enum:
    FEWEST = 128    # smallest capacity of an array that grows, in items


cdef long long LEFT = -1        # allocations until one fails; -1: none fails on order


def fail_after(long long allocations):
    """Lets the next allocation but so many fail, once. Tests see what a lack of memory does. -1: none fails."""
    global LEFT
    LEFT = allocations


cdef bint fails() noexcept nogil:
    global LEFT
    if LEFT < 0:
        return False
    LEFT -= 1
    return LEFT < 0


cdef int refuse(size_t count, size_t size) except -1 nogil:
    with gil:
        raise MemoryError(f"no memory for {count} items of {size} bytes")


cdef void* allocate(size_t count, size_t size) except NULL nogil:
    cdef void* memory = NULL if fails() else calloc(max(count, <size_t>1), size)
    if memory == NULL:
        refuse(count, size)
    return memory


cdef void* resize(void* memory, size_t count, size_t size) except NULL nogil:
    cdef void* resized = NULL
    if not fails() and (size == 0 or count <= SIZE_MAX // size):
        resized = realloc(memory, max(count, <size_t>1) * size)
    if resized == NULL:
        refuse(count, size)
    return resized


cdef void* grow(void* memory, Py_ssize_t* capacity, Py_ssize_t wanted, size_t size) except NULL nogil:
    cdef Py_ssize_t count = max(wanted, 2 * capacity[0], <Py_ssize_t>FEWEST)
    cdef void* grown = resize(memory, count, size)
    capacity[0] = count
    return grown
