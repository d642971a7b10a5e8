# The largest takes of one sum, largest first, without a list of all takes.
#
# A display of many cards has millions of takes, and the largest ones leave almost nothing. So this search tries what stays
# in the display: nothing, then each single card, then two cards, and so on.
#
#   display 2 4 4 8 11, sum 8:    11 stays (it is in no group); 2 must stay too, since 2 4 4 8 sums to 18    ->  {4, 4, 8}

from kiebitz.engine.quanto.cards cimport Cards
from kiebitz.engine.quanto.groups cimport Groups

cdef enum:
    # Choices of remaining cards that one search tries at most. The largest takes of displays of up to 24 cards need fewer
    # than half of them (tests/test_quanto_large_displays.py).
    TRIES = 6000
    STEPS = 20000          # groups that it begins at most, to see whether a choice of cards is a take


# Writes at most `most` takes, falling by number of cards, without the empty take. Returns their number. With `most` 1 it is
# the take with the most cards, of equally large ones the smallest word. `groups` are those of the display.
# If TRIES choices are not enough, the list ends there. An empty list then gets one take, found group by group.
cdef int largest_takes(const Groups* groups, Cards display, int sum, int most, Cards* takes) noexcept nogil
