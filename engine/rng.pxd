# Random numbers: xoshiro256** (Blackman & Vigna 2018), seeded through SplitMix64 (Steele et al. 2014).
#
# A generator is a value in the caller's memory. Three numbers start it: seed, stream and item, for example
# (seed, STREAM_WORLDS, 17). SplitMix64 mixes them three times, so neighbouring items give unrelated numbers.
# World 17 is the same on every thread and in every order of sampling.

from libc.stdint cimport uint8_t, uint32_t, uint64_t

# Streams separate the uses of one seed, so the random numbers of a solver never change the deal.
cdef enum:
    STREAM_DEAL = 1
    STREAM_WORLDS = 2
    STREAM_PLAYOUT = 3
    STREAM_POLICY = 4
    STREAM_HANDS = 5      # reconstruction of hands


cdef struct Rng:
    uint64_t s[4]


cdef inline uint64_t mix(uint64_t x) noexcept nogil:
    """SplitMix64's finalizer: a bijection on 64-bit words. Each output bit depends on all input bits."""
    x = x + <uint64_t>0x9E3779B97F4A7C15
    x = (x ^ (x >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t>0x94D049BB133111EB
    return x ^ (x >> 31)


cdef inline void seed(Rng* rng, uint64_t seed, uint64_t stream, uint64_t item) noexcept nogil:
    cdef uint64_t x = mix(mix(mix(seed) ^ stream) ^ item)
    cdef int i
    for i in range(4):
        rng.s[i] = mix(x + <uint64_t>i * <uint64_t>0x9E3779B97F4A7C15)


cdef inline uint64_t next(Rng* rng) noexcept nogil:
    cdef uint64_t product = rng.s[1] * 5
    cdef uint64_t result = ((product << 7) | (product >> 57)) * 9
    cdef uint64_t t = rng.s[1] << 17
    rng.s[2] ^= rng.s[0]
    rng.s[3] ^= rng.s[1]
    rng.s[1] ^= rng.s[2]
    rng.s[0] ^= rng.s[3]
    rng.s[2] ^= t
    rng.s[3] = (rng.s[3] << 45) | (rng.s[3] >> 19)
    return result


cdef inline uint32_t below(Rng* rng, uint32_t n) noexcept nogil:
    """Uniform in 0..n-1 without bias (Lemire 2019). n is at least 1."""
    cdef uint64_t product = (next(rng) >> 32) * n
    cdef uint32_t low = <uint32_t>product
    cdef uint32_t threshold
    if low < n:
        threshold = (0 - n) % n
        while low < threshold:
            product = (next(rng) >> 32) * n
            low = <uint32_t>product
    return <uint32_t>(product >> 32)


cdef inline void shuffle(uint8_t* cards, int n, Rng* rng) noexcept nogil:
    """Shuffles n cards in place; all orders have the same chance (Fisher and Yates)."""
    cdef int i, j
    cdef uint8_t card
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


cdef inline double uniform(Rng* rng) noexcept nogil:
    """Uniform in [0, 1) with 53 bits."""
    return <double>(next(rng) >> 11) * (1.0 / 9007199254740992.0)
