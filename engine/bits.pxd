# Sets of small numbers as machine words: bit i is 1 if i is in the set.

from libc.stdint cimport uint32_t, uint64_t

cdef extern from *:
    """
    #define kz_count(set) __builtin_popcountll(set)
    #define kz_lowest(set) __builtin_ctzll(set)
    """
    int count "kz_count"(uint64_t set) noexcept nogil      # number of members
    int lowest "kz_lowest"(uint64_t set) noexcept nogil    # smallest member; undefined for the empty set


cdef inline uint64_t bit(int member) noexcept nogil:
    return <uint64_t>1 << member


cdef inline uint64_t without_lowest(uint64_t set) noexcept nogil:
    return set & (set - 1)
