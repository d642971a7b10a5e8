# Memory of the engine: the one place where MemoryError is raised.

# Zeroed memory for `count` items of `size` bytes, at least one; MemoryError if there is none. The caller frees it.
cdef void* allocate(size_t count, size_t size) except NULL nogil
# The same items in memory for `count` of them, at least one; the new ones are not zeroed. MemoryError leaves the old memory
# valid. `memory` may be NULL.
cdef void* resize(void* memory, size_t count, size_t size) except NULL nogil
# Memory for at least `wanted` items, and twice the capacity; the capacity is changed.
cdef void* grow(void* memory, Py_ssize_t* capacity, Py_ssize_t wanted, size_t size) except NULL nogil
