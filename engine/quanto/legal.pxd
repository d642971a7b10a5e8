# Whether a move is legal, without listing moves: displays of many cards have millions of them.
#
# It answers as `generate` does: of all descriptions of an effect only the one that `generate` writes is legal.

from libc.stdint cimport int32_t

from kiebitz.engine.game cimport Move, Rules, State
from kiebitz.engine.quanto.state cimport Quanto


# Whether a move is legal. Writes its immediate points.
cdef bint legal(const Rules* rules, const State* state, Move move, int32_t* points) noexcept nogil
# Whether a card may be discarded now. DISCARD_RULE forced: only if no card that may be played now, of the hand or of the
# three turned up, can take, create, extend, collect or steal.
cdef bint may_discard(const Rules* rules, const Quanto* q) noexcept nogil
# Whether a move that is no discard and no fill is legal.
cdef bint legal_take(const Rules* rules, const Quanto* q, Move move) noexcept nogil
