# Transposition table: values, bounds and best moves of positions already searched, by their hashes.
#
#   hash --> bucket [ deepest | latest ]    the first place keeps the deepest entry, the second takes all others
#
# A table starts small and grows when an eighth of its places is in use, because most searches are short and new memory is slow.
# One entry fills a cache line. Two positions with the same 64-bit hash share an entry; the table does not detect this.

from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t

from kiebitz.engine.game cimport MAX_PLAYERS, Move

cdef enum:              # bound: the true value is exact, at least or at most the stored one
    NO_BOUND = 0        # an empty place
    EXACT = 1
    AT_LEAST = 2
    AT_MOST = 3

cdef enum:
    TO_THE_END = 127    # depth of values that do not rest on a leaf before the end


cdef struct TranspositionEntry:
    uint64_t hash
    Move move               # the best move
    int32_t value[MAX_PLAYERS]  # each search defines the meaning
    int8_t depth            # decisions searched behind the position
    uint8_t bound
    uint8_t spare[6]


cdef struct TranspositionTable:
    TranspositionEntry* entries
    uint64_t buckets        # a power of 2
    uint64_t most_buckets   # the table grows up to this
    uint64_t filled         # places in use
    long long hits


# log_entries: log2 of the most entries.
cdef int transposition_new(TranspositionTable* table, int log_entries) except -1 nogil
cdef void transposition_free(TranspositionTable* table) noexcept nogil
cdef void transposition_clear(TranspositionTable* table) noexcept nogil
# The entry of a position; NULL if it has none.
cdef TranspositionEntry* transposition_find(TranspositionTable* table, uint64_t hash) noexcept nogil
# Returns the place for the entry of a position, with hash, depth and bound filled in. The caller fills in value and move.
cdef TranspositionEntry* transposition_store(TranspositionTable* table, uint64_t hash, int depth, int bound) noexcept nogil
