# What can be taken from a display at once: unions of pairwise disjoint groups, each summing to the same number.
#
#   display 2 4 4 8, sum 8:    groups {4, 4}, {8}     takes {}, {4, 4}, {8}, {4, 4, 8}
#
# Takes are counts: which copy of a number is taken does not matter for the sum. Only a rainbow card that is the one
# card of its number keeps its bit, since taking the number is taking it. All takes of a sum are one run in a growing
# list, the empty one first, each once; all sums without a group share the first run, {}. A joker is wild: it fills up any group of smaller cards, none included; so a
# take with a joker is a take without, plus the joker, plus any cards that sum to less than the number.

from kiebitz.engine.bits cimport bit
from kiebitz.engine.quanto.cards cimport Cards, uint64_t
from kiebitz.engine.quanto.groups cimport Groups

cdef enum:
    SCANNED = 16            # runs up to this length are searched one by one, longer ones by hash
    ROOM = 1024


cdef struct Takes:
    Cards display               # counts and lone rainbow bits; without jokers if they are inert
    Groups groups
    Cards* take
    Py_ssize_t size
    Py_ssize_t capacity
    Py_ssize_t first[13]        # runs by sum, where they have been made
    Py_ssize_t end[13]
    uint64_t made               # set of the sums whose runs have been made
    Py_ssize_t run              # the run that is being made, whose members the filter and the index know
    uint64_t filter             # a bit for each hash: most new takes are seen to be new without a search
    bint indexed
    Cards* index                # open addressing; no take in it is empty
    uint64_t index_mask
    uint64_t index_capacity
    Cards room[ROOM]            # for the first takes; more are on the heap


cdef void takes_begin(Takes* t, Cards display) noexcept nogil
cdef void takes_end(Takes* t) noexcept nogil
cdef int make_runs(Takes* t, uint64_t sums) except -1 nogil     # of a set of sums, where they have not been made yet
cdef int add_searched(Takes* t, Cards take) except -1 nogil             # for `add`
cdef int resume_run(Takes* t, Py_ssize_t first, Py_ssize_t end) except -1 nogil     # for `known`
cdef bint found(const Takes* t, Cards take) noexcept nogil              # for `known`
cdef bint leaves_group(const Takes* t, Cards take, int sum) noexcept nogil  # whether more could have been taken
cdef bint covers(Cards cards, int sum) noexcept nogil           # whether groups of that sum use up all the counts


cdef inline void begin_run(Takes* t) noexcept nogil:
    t.run = t.size
    t.filter = 0
    t.indexed = False


cdef inline uint64_t hashed(Cards take) noexcept nogil:
    return take * <uint64_t>0x9E3779B97F4A7C15


cdef inline uint64_t mark_of(Cards take) noexcept nogil:
    """Its bit in the filter."""
    return bit(hashed(take) >> 58)


cdef inline bint known(const Takes* t, Cards take) noexcept nogil:
    """Whether the run has the take; where it has been resumed, or has only been added to."""
    return t.filter & mark_of(take) != 0 and found(t, take)


cdef inline int add(Takes* t, Cards take) except -1 nogil:
    """Returns 1 if the take is new to the run; it is now its end."""
    cdef uint64_t mark = mark_of(take)
    if not t.filter & mark and t.size < t.capacity and not t.indexed:
        t.filter |= mark
        t.take[t.size] = take
        t.size += 1
        return 1
    return add_searched(t, take)
