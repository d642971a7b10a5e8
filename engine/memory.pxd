# Memory of the engine. All functions raise MemoryError if there is no memory.
#
#   count, wanted   number of items; 0 counts as 1
#   size            bytes of an item

# Returns zeroed memory. The caller frees it.
cdef void* allocate(size_t count, size_t size) except NULL nogil
# Moves the items to memory for `count` items and returns it. New items are not zeroed. After a MemoryError the old memory is
# still valid. `memory` may be NULL.
cdef void* resize(void* memory, size_t count, size_t size) except NULL nogil
# Like `resize`, for at least `wanted` items and at least twice the old capacity. Writes the new capacity.
cdef void* grow(void* memory, Py_ssize_t* capacity, Py_ssize_t wanted, size_t size) except NULL nogil
