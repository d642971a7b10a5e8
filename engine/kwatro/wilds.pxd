# The joint test of the wilds on the board: can all of them stand for some card at the same time?
#
# A wild must fit its row and its column. Each of these lines allows three value sets, one for each attribute. Under the
# option wild_identity "any" the attributes can be tested one by one, even if both wilds share a line. The other
# identities forbid single cards, so they need a test card by card.

from libc.stdint cimport int32_t

from kiebitz.engine.game cimport Move
from kiebitz.engine.kwatro.line cimport Line
from kiebitz.engine.kwatro.state cimport Kwatro


cdef struct Wilds:
    int present             # set of wilds 0 and 1
    int shared              # 1 + direction of a line that holds both; 0: none
    Line line[2][2]         # by wild and direction: the real cards of its lines


cdef void find_wilds(const Kwatro* k, Wilds* wilds) noexcept nogil
# The test under wild_identity "any".
cdef bint wilds_possible(const Wilds* wilds) noexcept nogil
# The test under every identity. `touched`: set of the wilds in lines that the play made or extended, for "unplayed".
cdef bint wilds_possible_on(const Kwatro* k, int identity, int touched) noexcept nogil
# The test after a play, under every identity. It works on a copy of the board.
cdef bint wilds_possible_after(const Kwatro* k, const int32_t* options, Move move) noexcept nogil
