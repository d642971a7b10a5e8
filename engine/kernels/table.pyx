"""A hash table of positions already searched."""

from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memset



cdef int table_new(Table* table, const Rules* rules, int log_entries, bint verify) except -1 nogil:
    memset(table, 0, sizeof(Table))
    table.rules = rules
    table.buckets = <uint64_t>1 << (log_entries - 1)
    table.entries = <Entry*>calloc(2 * table.buckets, sizeof(Entry))
    if verify:
        table.essences = <uint64_t*>calloc(2 * table.buckets * rules.essence_size, sizeof(uint64_t))
        table.probe = <uint64_t*>calloc(rules.essence_size, sizeof(uint64_t))
    if table.entries == NULL or (verify and (table.essences == NULL or table.probe == NULL)):
        table_free(table)
        with gil:
            raise MemoryError(f"no memory for {2 * table.buckets} positions")
    return 0


cdef void table_free(Table* table) noexcept nogil:
    free(table.entries)
    free(table.essences)
    free(table.probe)
    table.entries = NULL
    table.essences = table.probe = NULL


cdef void table_clear(Table* table) noexcept nogil:
    memset(table.entries, 0, 2 * table.buckets * sizeof(Entry))


cdef inline uint64_t* essence_of(Table* table, const Entry* entry) noexcept nogil:
    return table.essences + (entry - table.entries) * table.rules.essence_size


cdef bint is_other(Table* table, const State* state, const Entry* entry) noexcept nogil:
    """An entry of the same key whose position is not this one."""
    cdef size_t size = table.rules.essence_size * sizeof(uint64_t)
    table.rules.essence(table.rules, state, table.probe)
    if memcmp(essence_of(table, entry), table.probe, size) == 0:
        return False
    table.collisions += 1
    return True


cdef Entry* table_find(Table* table, const State* state, uint64_t key) noexcept nogil:
    cdef Entry* entry = &table.entries[2 * (key & (table.buckets - 1))]
    cdef int place
    for place in range(2):
        if entry[place].key == key and entry[place].bound != UNKNOWN:
            if table.essences != NULL and is_other(table, state, &entry[place]):
                continue
            table.hits += 1
            return &entry[place]
    return NULL


cdef Entry* table_store(Table* table, const State* state, uint64_t key, int depth, int bound) noexcept nogil:
    cdef Entry* entry = &table.entries[2 * (key & (table.buckets - 1))]
    # A position has one place; a new one drives out the shallower of the two, or the latest.
    if entry[1].key == key or (entry[0].key != key and entry[0].bound != UNKNOWN and entry[0].depth > depth):
        entry += 1
    entry.key = key
    entry.depth = depth
    entry.bound = bound
    if table.essences != NULL:
        table.rules.essence(table.rules, state, essence_of(table, entry))
    return entry
