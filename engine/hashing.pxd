# Hashes of states: sums of mixed words. Each word is salted with its place, so the order of the sum does not matter.

from libc.stdint cimport uint64_t

from kiebitz.engine.rng cimport mix


cdef inline uint64_t hash_at(uint64_t word, uint64_t place) noexcept nogil:
    """One term of a sum; `place` tells equal words apart."""
    return mix(word ^ mix(place))


cdef inline uint64_t hash_words(const uint64_t* words, size_t n) noexcept nogil:
    cdef uint64_t sum = 0
    cdef size_t i
    for i in range(n):
        # The odd factor salts by place more cheaply than a second mix would.
        sum += mix(words[i] ^ (i + 1) * <uint64_t>0xD1342543DE82EF95)
    return mix(sum)
