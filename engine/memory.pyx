"""Memory of the engine."""

from libc.stdlib cimport calloc, realloc

cdef enum:
    FEWEST = 128    # smallest capacity of an array that grows, in items


cdef int refuse(size_t count, size_t size) except -1 nogil:
    with gil:
        raise MemoryError(f"no memory for {count} items of {size} bytes")


cdef void* allocate(size_t count, size_t size) except NULL nogil:
    cdef void* memory = calloc(max(count, <size_t>1), size)
    if memory == NULL:
        refuse(count, size)
    return memory


cdef void* resize(void* memory, size_t count, size_t size) except NULL nogil:
    cdef void* resized = realloc(memory, max(count, <size_t>1) * size)
    if resized == NULL:
        refuse(count, size)
    return resized


cdef void* grow(void* memory, Py_ssize_t* capacity, Py_ssize_t wanted, size_t size) except NULL nogil:
    cdef Py_ssize_t count = max(wanted, 2 * capacity[0], <Py_ssize_t>FEWEST)
    cdef void* grown = resize(memory, count, size)
    capacity[0] = count
    return grown
