# What a leaf is worth to every player: margin, share of a win, and the blend of both that a search goes by.
#
#   utility = w * win + (1 - w) * (1/2 + margin / (scale * sqrt(2 pi)))
#
# The line is the tangent of the normal win chance at an even score, so that both parts agree where it is close; scale is
# the deviation of the final margin around what is expected at the root.

from kiebitz.engine.game cimport MAX_PLAYERS, Rules, State


cdef struct Taste:
    bint learned            # value a leaf before the end by the learned value, else by the points at hand
    double win_weight       # 0..1
    double unit             # points of margin that are worth a whole win: scale * sqrt(2 pi)


cdef struct Worth:
    double margin[MAX_PLAYERS]
    double win[MAX_PLAYERS]
    double utility[MAX_PLAYERS]


cdef double unit_of(const Rules* rules, const State* root, bint learned) noexcept nogil
cdef void value_leaf(const Rules* rules, const State* state, const Taste* taste, Worth* worth) noexcept nogil
