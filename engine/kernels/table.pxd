# A hash table of positions already searched: one entry a cache line, two places for a key.
#
#   key --> bucket [ kept | latest ]     the first place keeps what took more depth, the second takes what comes
#
# Entries name positions by 64 bits: two positions of one hash would answer for each other.

from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t

from kiebitz.engine.game cimport MAX_PLAYERS, Move

cdef enum:              # what an entry says about the value
    UNKNOWN = 0         # an empty place
    EXACT = 1
    AT_LEAST = 2
    AT_MOST = 3

cdef enum:
    TO_THE_END = 127    # depth of values in which no horizon had a part


cdef struct Entry:
    uint64_t key
    Move move               # the best one
    int32_t value[MAX_PLAYERS]  # what it means is the search's own affair
    int8_t depth            # decisions looked ahead
    uint8_t bound
    uint8_t spare[6]


cdef struct Table:
    Entry* entries
    uint64_t buckets        # a power of 2
    long long hits


cdef int table_new(Table* table, int log_entries) except -1 nogil
cdef void table_free(Table* table) noexcept nogil
cdef void table_clear(Table* table) noexcept nogil
# What is known about a position; NULL if nothing.
cdef Entry* table_find(Table* table, uint64_t key) noexcept nogil
# The place for what was found out about a position, its key, depth and bound filled in.
cdef Entry* table_store(Table* table, uint64_t key, int depth, int bound) noexcept nogil
