# Transposition table: what a search has found out about positions, by their hashes.
#
#   hash --> bucket [ deepest | latest ]    the first place keeps the entry of more depth, the second takes every other one
#
# One entry fills a cache line. Two positions with the same 64 bits would answer for each other.

from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t

from kiebitz.engine.game cimport MAX_PLAYERS, Move

cdef enum:              # what an entry says about the value
    NO_BOUND = 0        # nothing; an empty place
    EXACT = 1
    AT_LEAST = 2
    AT_MOST = 3

cdef enum:
    TO_THE_END = 127    # depth of values that do not rest on a horizon


cdef struct TranspositionEntry:
    uint64_t hash
    Move move               # the best one
    int32_t value[MAX_PLAYERS]  # each search defines the meaning
    int8_t depth            # decisions looked ahead
    uint8_t bound
    uint8_t spare[6]


cdef struct TranspositionTable:
    TranspositionEntry* entries
    uint64_t buckets        # a power of 2
    long long hits


cdef int transposition_new(TranspositionTable* table, int log_entries) except -1 nogil
cdef void transposition_free(TranspositionTable* table) noexcept nogil
cdef void transposition_clear(TranspositionTable* table) noexcept nogil
# The entry of a position; NULL if it has none.
cdef TranspositionEntry* transposition_find(TranspositionTable* table, uint64_t hash) noexcept nogil
# The place for the entry of a position. Its hash, depth and bound are filled in.
cdef TranspositionEntry* transposition_store(TranspositionTable* table, uint64_t hash, int depth, int bound) noexcept nogil
