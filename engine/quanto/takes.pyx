"""Makes the runs of takes of a display."""

from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from kiebitz.engine.bits cimport lowest, without_lowest
from kiebitz.engine.quanto.cards cimport NUMBERS, count_of, counts, fits, size_of, unit
from kiebitz.engine.quanto.groups cimport SMALLER, any_group, find_groups, group_at, list_groups
from kiebitz.engine.memory cimport resize

cdef enum:
    SURVEYED = 6            # more cards are tested for what all takes have in common, before `covers` searches


cdef void takes_begin(Takes* t, Cards display) noexcept nogil:
    t.display = display
    t.take = t.room
    t.take[0] = 0
    t.size = 1
    t.made = 0
    t.capacity = ROOM
    t.most = NO_LIMIT
    t.cut = False
    t.index = NULL
    t.index_capacity = 0
    find_groups(&t.groups, display)


cdef void takes_end(Takes* t) noexcept nogil:
    if t.take != t.room:
        free(t.take)
    free(t.index)


cdef int widen(Takes* t) except -1 nogil:
    cdef Cards* wider = <Cards*>resize(NULL if t.take == t.room else t.take, 2 * t.capacity, sizeof(Cards))
    if t.take == t.room:
        memcpy(wider, t.room, sizeof(t.room))
    t.take = wider
    t.capacity *= 2
    return 0


cdef inline int append(Takes* t, Cards take) except -1 nogil:
    """Appends a take. Returns 0 if the list has reached its limit, else 1."""
    if t.size == t.capacity:
        if t.size >= t.most:
            t.cut = True
            return 0
        widen(t)
    t.take[t.size] = take
    t.size += 1
    return 1


cdef inline uint64_t slot_of(const Takes* t, Cards take) noexcept nogil:
    """The slot of the take in the index, or the free slot for it."""
    cdef uint64_t slot = (hashed(take) >> 32) & t.index_mask
    while t.index[slot] and t.index[slot] != take:
        slot = (slot + 1) & t.index_mask
    return slot


cdef int build_index(Takes* t) except -1 nogil:
    """Indexes the present run, with room to double. The empty take needs no index, because it is the first of its run."""
    cdef uint64_t wanted = 64
    cdef Cards* memory
    cdef Py_ssize_t i
    while wanted < 4 * <uint64_t>(t.size - t.run):
        wanted *= 2
    if wanted > t.index_capacity:
        memory = <Cards*>resize(NULL, wanted, sizeof(Cards))
        free(t.index)
        t.index = memory
        t.index_capacity = wanted
    memset(t.index, 0, wanted * sizeof(Cards))
    t.index_mask = wanted - 1
    for i in range(t.run, t.size):
        if t.take[i]:
            t.index[slot_of(t, t.take[i])] = t.take[i]
    t.indexed = True
    return 0


cdef int resume_run(Takes* t, Py_ssize_t first, Py_ssize_t end) except -1 nogil:
    """Makes an older run the present one. Copies it to the end of the list if it is not there."""
    cdef Py_ssize_t i
    if end != t.size:
        begin_run(t)
        for i in range(first, end):
            append(t, t.take[i])
    else:
        begin_run(t)
        t.run = first
    for i in range(t.run, t.size):
        t.filter |= mark_of(t.take[i])
    if t.size - t.run > SCANNED:
        build_index(t)
    return 0


cdef bint found(const Takes* t, Cards take) noexcept nogil:
    cdef Py_ssize_t i
    if take and t.indexed:
        return t.index[slot_of(t, take)] != 0
    for i in range(t.run, t.size if take else t.run + 1):
        if t.take[i] == take:
            return True
    return False


cdef int add_searched(Takes* t, Cards take) except -1 nogil:
    """Does `add` if the filter does not show that the take is new, or if the run has an index."""
    if not t.indexed and t.size - t.run > SCANNED:
        build_index(t)
    if known(t, take):
        return 0
    t.filter |= mark_of(take)
    if not append(t, take):
        return 0
    if t.indexed and <uint64_t>(2 * (t.size - t.run)) < t.index_mask:
        t.index[slot_of(t, take)] = take
    elif t.indexed:
        build_index(t)
    return 1


cdef inline int unite(Takes* t, Cards group) except -1 nogil:
    """Adds a group to each take of the run that leaves its cards in the display.

    It is also added to the new takes, because the display may hold the group several times.
    """
    cdef Cards rest = t.display - group
    cdef const Cards* take
    cdef Py_ssize_t i = t.run + 1, size
    append(t, group)    # the group alone is new: unions of groups have larger sums
    take = t.take
    size = t.size
    while i < size and not t.cut:
        if fits(rest, take[i]):
            add(t, take[i] + group)
            take = t.take
            size = t.size
        i += 1
    return 0


cdef int add_joker(Takes* t, Py_ssize_t first, int sum) except -1 nogil:
    """Adds one joker, with any cards that sum to less than `sum`, to each take of the run from `first` on.

    The new takes that extend {} need no search for doubles, because their sums and jokers differ from all other takes.
    """
    cdef Cards groups[SMALLER]
    cdef Cards rest
    cdef Py_ssize_t i, end = t.size
    cdef int s, j, n = 0
    for s in range(sum):
        n += list_groups(&t.groups, s, groups + n)
    if t.take[first] == 0:
        first += 1
        for j in range(n):
            append(t, groups[j] + unit(0))
    begin_run(t)
    for i in range(first, end):
        if t.cut:
            break
        rest = t.display - t.take[i]
        for j in range(n):
            if fits(rest, groups[j]):
                add(t, t.take[i] + groups[j] + unit(0))
    return 0


cdef inline int make_run(Takes* t, int sum) except -1 nogil:
    cdef uint64_t left
    cdef Py_ssize_t first, end
    cdef int word = sum
    begin_run(t)
    t.first[sum] = first = t.size
    append(t, 0)
    while True:
        left = t.groups.set[word]
        while left:
            unite(t, group_at(&t.groups, word, left))
            left = without_lowest(left)
        if word != NUMBERS:
            break
        word = NUMBERS + 1
    # Two jokers never need to share a group: one can be a group alone, and the other completes the other cards.
    for _ in range(count_of(t.display, 0)):
        end = t.size
        add_joker(t, first, sum)
        first = end
    t.end[sum] = t.size
    return 0


cdef int make_runs(Takes* t, uint64_t sums) except -1 nogil:
    cdef int sum
    sums &= ~t.made
    t.made |= sums
    while sums and not t.cut:
        sum = lowest(sums)
        sums = without_lowest(sums)
        if any_group(&t.groups, sum) or count_of(t.display, 0):
            make_run(t, sum)
        else:
            t.first[sum] = 0
            t.end[sum] = 1
    return 0


cdef bint leaves_group(const Takes* t, Cards take, int sum) noexcept nogil:
    cdef Cards rest = t.display - take
    cdef Groups left
    if count_of(rest, 0):
        return True
    find_groups(&left, rest)
    return any_group(&left, sum)


cdef int total_of(Cards cards) noexcept nogil:
    cdef int number, total = 0
    for number in range(1, NUMBERS + 1):
        total += number * count_of(cards, number)
    return total


cdef int least_remaining(Cards usable, int sum) noexcept nogil:
    """A lower bound of the cards that belong to no group of a take.

    A group has at most one number above half of the sum. Such a number needs smaller ones, or a joker, to complete it.
    """
    cdef int small_sum = 0, small = 0, jokers = count_of(usable, 0), number, n, staying = 0
    for number in range(1, sum // 2 + 1):
        small += count_of(usable, number)
        small_sum += number * count_of(usable, number)
    small += jokers
    small_sum += jokers * (sum - sum // 2 - 1)      # the most that one large number can need
    for number in range(sum - 1, sum // 2, -1):     # the least needy first
        n = min(count_of(usable, number), small, small_sum // (sum - number))
        small -= n
        small_sum -= n * (sum - number)
        staying += count_of(usable, number) - n
    return staying


cdef bint completes(Split* split, Cards cards, int missing, int largest) noexcept nogil:
    """Whether some cards up to `largest` complete a begun group and the remaining cards are a union of groups.

    missing: the sum that the begun group still needs.
    """
    cdef int number
    if missing == 0:
        return splits(split, cards)
    if count_of(cards, 0) and splits(split, cards - unit(0)):
        return True
    for number in range(min(missing, largest), 0, -1):
        if count_of(cards, number) and completes(split, cards - unit(number), missing - number, number):
            return True
    return False


cdef bint splits(Split* split, Cards cards) noexcept nogil:
    """Tries the groups with the largest number, because one of them must be used. A spare joker is a group of its own."""
    cdef int number = 12
    cdef Cards* place
    while number and count_of(cards, number) == 0:
        number -= 1
    if number == 0:
        return True
    if number > split.sum:
        return False
    place = &split.failed[hashed(cards) >> (64 - LOG_FAILED)]
    if place[0] == cards or split.steps == 0:
        return False
    split.steps -= 1
    if completes(split, cards - unit(number), split.sum - number, number):
        return True
    place[0] = cards
    return False


cdef void split_begin(Split* split, int sum) noexcept nogil:
    memset(split, 0, sizeof(Split))
    split.sum = sum
    split.steps = NO_LIMIT


cdef bint covers(Cards cards, int sum) noexcept nogil:
    cdef Split split
    cards = counts(cards)
    if size_of(cards) > SURVEYED:
        # A search for groups that do not exist takes long if there are many cards.
        if (count_of(cards, 0) == 0 and total_of(cards) % sum) or least_remaining(cards, sum):
            return False
    split_begin(&split, sum)
    return splits(&split, cards)
