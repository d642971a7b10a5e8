"""Transposition table."""

from libc.stdlib cimport free
from libc.string cimport memset

from kiebitz.engine.memory cimport allocate


cdef int transposition_new(TranspositionTable* table, int log_entries) except -1 nogil:
    memset(table, 0, sizeof(TranspositionTable))
    table.buckets = <uint64_t>1 << (log_entries - 1)
    table.entries = <TranspositionEntry*>allocate(2 * table.buckets, sizeof(TranspositionEntry))
    return 0


cdef void transposition_free(TranspositionTable* table) noexcept nogil:
    free(table.entries)
    table.entries = NULL


cdef void transposition_clear(TranspositionTable* table) noexcept nogil:
    memset(table.entries, 0, 2 * table.buckets * sizeof(TranspositionEntry))


cdef TranspositionEntry* transposition_find(TranspositionTable* table, uint64_t hash) noexcept nogil:
    cdef TranspositionEntry* entry = &table.entries[2 * (hash & (table.buckets - 1))]
    cdef int place
    for place in range(2):
        if entry[place].hash == hash and entry[place].bound != NO_BOUND:
            table.hits += 1
            return &entry[place]
    return NULL


cdef TranspositionEntry* transposition_store(TranspositionTable* table, uint64_t hash, int depth, int bound) noexcept nogil:
    cdef TranspositionEntry* entry = &table.entries[2 * (hash & (table.buckets - 1))]
    # A position has one place in its bucket. A new position replaces the first entry, or the second one if the first is deeper.
    if entry[1].hash == hash or (entry[0].hash != hash and entry[0].bound != NO_BOUND and entry[0].depth > depth):
        entry += 1
    entry.hash = hash
    entry.depth = depth
    entry.bound = bound
    return entry
