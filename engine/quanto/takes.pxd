# The takes of a display: unions of pairwise disjoint groups, where all groups have the same sum.
#
#   display 2 4 4 8, sum 8:    groups {4, 4}, {8}     takes {}, {4, 4}, {8}, {4, 4, 8}
#
# Takes are counts, because copies of a number have the same value. A rainbow card keeps its bit only if it is the single
# card of its number, because then every take with this number takes it.
#
# The takes of a sum form one run in a growing list: each take once, the empty take first. All sums without a group share
# the first run, {}. A joker completes every group of a smaller sum, also the empty group. So a take with a joker is a take
# without it, plus the joker, plus any cards that sum to less than the sum.

from kiebitz.engine.bits cimport bit
from kiebitz.engine.quanto.cards cimport Cards, uint64_t
from kiebitz.engine.quanto.groups cimport Groups

cdef enum:
    SCANNED = 16            # a run of at most this length is scanned; a longer run has an index
    ROOM = 1024             # takes that need no memory from the heap

cdef enum:
    NO_LIMIT = 0x7FFFFFFF
    LOG_FAILED = 9


cdef struct Takes:
    Cards display               # counts and lone rainbow bits; without jokers if they are inert (DISPLAY_JOKER)
    Groups groups
    Cards* take
    Py_ssize_t size
    Py_ssize_t capacity
    Py_ssize_t most             # the list does not grow once it has so many takes
    bint cut                    # takes are missing because of this limit; then the runs must not be used
    Py_ssize_t first[13]        # by sum: the run in `take`, if it has been made
    Py_ssize_t end[13]
    uint64_t made               # set of the sums whose runs have been made
    Py_ssize_t run              # start of the present run; filter and index hold its takes
    uint64_t filter             # a bit for each hash; a take is new if its bit is 0
    bint indexed
    Cards* index                # hash table with open addressing, without the empty take
    uint64_t index_mask
    uint64_t index_capacity
    Cards room[ROOM]            # for the first takes; a longer list is on the heap


cdef struct Split:              # splits cards into groups of one sum
    int sum
    int steps                   # groups that may still be begun; without them nothing can be split
    Cards failed[1 << LOG_FAILED]   # by hash: cards that cannot be split. Many cards have many ways to the same rest


cdef void split_begin(Split* split, int sum) noexcept nogil     # without a limit of steps
cdef int total_of(Cards cards) noexcept nogil                   # sum of the numbers
cdef int least_remaining(Cards cards, int sum) noexcept nogil
cdef bint splits(Split* split, Cards cards) noexcept nogil      # whether counts are a union of groups, as far as steps last
cdef void takes_begin(Takes* t, Cards display) noexcept nogil
cdef void takes_end(Takes* t) noexcept nogil
cdef int make_runs(Takes* t, uint64_t sums) except -1 nogil     # makes the missing runs of a set of sums
cdef int add_searched(Takes* t, Cards take) except -1 nogil             # for `add`
cdef int resume_run(Takes* t, Py_ssize_t first, Py_ssize_t end) except -1 nogil     # before `known`
cdef bint found(const Takes* t, Cards take) noexcept nogil              # for `known`
cdef bint leaves_group(const Takes* t, Cards take, int sum) noexcept nogil  # whether the take is not maximal
cdef bint covers(Cards cards, int sum) noexcept nogil           # whether the cards are a union of groups of that sum


cdef inline void begin_run(Takes* t) noexcept nogil:
    t.run = t.size
    t.filter = 0
    t.indexed = False


cdef inline uint64_t hashed(Cards take) noexcept nogil:
    return take * <uint64_t>0x9E3779B97F4A7C15


cdef inline uint64_t mark_of(Cards take) noexcept nogil:
    """The bit of the take in the filter."""
    return bit(hashed(take) >> 58)


cdef inline bint known(const Takes* t, Cards take) noexcept nogil:
    """Whether the present run has the take. `add` must have made the whole run, or `resume_run` must have been called."""
    return t.filter & mark_of(take) != 0 and found(t, take)


cdef inline int add(Takes* t, Cards take) except -1 nogil:
    """Appends the take if it is new in the present run. Returns 1 if it is new, else 0."""
    cdef uint64_t mark = mark_of(take)
    if not t.filter & mark and t.size < t.capacity and not t.indexed:
        t.filter |= mark
        t.take[t.size] = take
        t.size += 1
        return 1
    return add_searched(t, take)
