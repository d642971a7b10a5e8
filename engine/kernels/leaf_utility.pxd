# Utility of a leaf for every player: margin, win share, and the blend of both that a search maximizes.
#
#   utility = w * win + (1 - w) * (1/2 + margin / points_per_win)        points_per_win = sd * sqrt(2 pi)
#
# The second part is the tangent of the normal win chance at margin 0, so both parts agree near it. sd is the standard
# deviation of the final margin at the root, in points. Utilities are shares of a win.

from kiebitz.engine.game cimport MAX_PLAYERS, Rules, State


cdef struct LeafUtility:
    bint learned            # leaves before the end have their learned value; else the value of the margin model
    double win_weight       # w, 0..1
    double points_per_win   # margin, in points, that is worth a whole win


cdef struct LeafValue:
    double margin[MAX_PLAYERS]
    double win[MAX_PLAYERS]
    double utility[MAX_PLAYERS]


cdef double points_per_win(const Rules* rules, const State* root, bint learned) noexcept nogil
cdef void evaluate_leaf(const Rules* rules, const State* state, const LeafUtility* utility, LeafValue* leaf) noexcept nogil
