# Do the wilds of the table still stand for something? All of them are tested together.
#
# A wild is bound by its row and its column, each a product of three value sets, so that under wild_identity "any" the three
# attributes can be tested apart, also when both wilds share a line. The other identities forbid single cards and are
# decided card by card on the board itself.

from kiebitz.engine.kwatro.board cimport Kwatro
from kiebitz.engine.kwatro.line cimport Line

cdef enum:              # wild_identity
    ANY = 0
    DISTINCT_IN_LINE = 1
    UNPLAYED = 2


cdef struct Wilds:
    int present             # set of wilds 0 and 1
    int shared              # 1 + direction of a line that holds both; 0: none
    Line line[2][2]         # by wild and direction: the real cards of its lines


cdef void wilds_of(const Kwatro* k, Wilds* wilds) noexcept nogil
cdef bint fit_any(const Wilds* wilds) noexcept nogil
# touched: the set of wilds in lines that the play made or extended (only "unplayed" asks)
cdef bint fit_on_board(const Kwatro* k, int identity, int touched) noexcept nogil
