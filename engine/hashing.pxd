# Hashes of states. A hash is a sum of mixed words. Each word is mixed together with its place, so equal words at different
# places differ, and the sum can be updated in any order.

from libc.stdint cimport uint64_t

from kiebitz.engine.rng cimport mix


cdef inline uint64_t hash_at(uint64_t word, uint64_t place) noexcept nogil:
    """One term of the sum. `place` tells equal words apart."""
    return mix(word ^ mix(place))


cdef inline uint64_t hash_words(const uint64_t* words, size_t n) noexcept nogil:
    cdef uint64_t sum = 0
    cdef size_t i
    for i in range(n):
        # The odd factor tells places apart more cheaply than a second mix.
        sum += mix(words[i] ^ (i + 1) * <uint64_t>0xD1342543DE82EF95)
    return mix(sum)
