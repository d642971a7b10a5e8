"""A hash table of positions already searched."""

from libc.stdlib cimport calloc, free
from libc.string cimport memset


cdef int table_new(Table* table, int log_entries) except -1 nogil:
    memset(table, 0, sizeof(Table))
    table.buckets = <uint64_t>1 << (log_entries - 1)
    table.entries = <Entry*>calloc(2 * table.buckets, sizeof(Entry))
    if table.entries == NULL:
        with gil:
            raise MemoryError(f"no memory for {2 * table.buckets} positions")
    return 0


cdef void table_free(Table* table) noexcept nogil:
    free(table.entries)
    table.entries = NULL


cdef void table_clear(Table* table) noexcept nogil:
    memset(table.entries, 0, 2 * table.buckets * sizeof(Entry))


cdef Entry* table_find(Table* table, uint64_t key) noexcept nogil:
    cdef Entry* entry = &table.entries[2 * (key & (table.buckets - 1))]
    cdef int place
    for place in range(2):
        if entry[place].key == key and entry[place].bound != UNKNOWN:
            table.hits += 1
            return &entry[place]
    return NULL


cdef Entry* table_store(Table* table, uint64_t key, int depth, int bound) noexcept nogil:
    cdef Entry* entry = &table.entries[2 * (key & (table.buckets - 1))]
    # A position has one place; a new one drives out the shallower of the two, or the latest.
    if entry[1].key == key or (entry[0].key != key and entry[0].bound != UNKNOWN and entry[0].depth > depth):
        entry += 1
    entry.key = key
    entry.depth = depth
    entry.bound = bound
    return entry
