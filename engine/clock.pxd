# A clock for limits of time and for measurements.

from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec


cdef inline double now() noexcept nogil:
    """Seconds of a clock that never goes back."""
    cdef timespec clock
    clock_gettime(CLOCK_MONOTONIC, &clock)
    return clock.tv_sec + 1e-9 * clock.tv_nsec
