"""Transposition table."""

from libc.stdlib cimport calloc, free
from libc.string cimport memset

from kiebitz.engine.memory cimport allocate

cdef enum:
    START_LOG = 10      # log2 of the entries of a new table
    GROWTH_LOG = 2      # log2 of the factor by which it grows


cdef int transposition_new(TranspositionTable* table, int log_entries) except -1 nogil:
    memset(table, 0, sizeof(TranspositionTable))
    table.most_buckets = <uint64_t>1 << (log_entries - 1)
    table.buckets = <uint64_t>1 << (min(log_entries, <int>START_LOG) - 1)
    table.entries = <TranspositionEntry*>allocate(2 * table.buckets, sizeof(TranspositionEntry))
    return 0


cdef void transposition_free(TranspositionTable* table) noexcept nogil:
    free(table.entries)
    table.entries = NULL


cdef void transposition_clear(TranspositionTable* table) noexcept nogil:
    # A small table again: clearing a large one takes longer than most searches. The first buckets of the memory suffice.
    table.buckets = min(table.buckets, <uint64_t>1 << (START_LOG - 1))
    table.filled = 0
    memset(table.entries, 0, 2 * table.buckets * sizeof(TranspositionEntry))


cdef TranspositionEntry* transposition_find(TranspositionTable* table, uint64_t hash) noexcept nogil:
    cdef TranspositionEntry* entry = &table.entries[2 * (hash & (table.buckets - 1))]
    cdef int place
    for place in range(2):
        if entry[place].hash == hash and entry[place].bound != NO_BOUND:
            table.hits += 1
            return &entry[place]
    return NULL


cdef void move_to_larger(TranspositionTable* table) noexcept nogil:
    """Makes the table larger. If there is no memory for that, it stays as it is."""
    cdef TranspositionTable larger = table[0]
    cdef uint64_t i
    larger.buckets = min(table.most_buckets, table.buckets << GROWTH_LOG)
    larger.filled = 0
    larger.entries = <TranspositionEntry*>calloc(2 * larger.buckets, sizeof(TranspositionEntry))
    if larger.entries == NULL:
        table.most_buckets = table.buckets
        return
    for i in range(2 * table.buckets):
        if table.entries[i].bound != NO_BOUND:
            place_of(&larger, table.entries[i].hash, table.entries[i].depth)[0] = table.entries[i]
    free(table.entries)
    table[0] = larger


cdef inline TranspositionEntry* place_of(TranspositionTable* table, uint64_t hash, int depth) noexcept nogil:
    """A position has one place in its bucket. A new position replaces the first entry, or the second if the first is deeper."""
    cdef TranspositionEntry* entry = &table.entries[2 * (hash & (table.buckets - 1))]
    if entry[1].hash == hash or (entry[0].hash != hash and entry[0].bound != NO_BOUND and entry[0].depth > depth):
        entry += 1
    table.filled += entry.bound == NO_BOUND
    return entry


cdef TranspositionEntry* transposition_store(TranspositionTable* table, uint64_t hash, int depth, int bound) noexcept nogil:
    cdef TranspositionEntry* entry
    # Grows at a load of one eighth. At one half endings need 20 % more nodes, because entries replace each other.
    if table.filled > table.buckets // 4 and table.buckets < table.most_buckets:
        move_to_larger(table)
    entry = place_of(table, hash, depth)
    entry.hash = hash
    entry.depth = depth
    entry.bound = bound
    return entry
