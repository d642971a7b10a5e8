# How few and how many points a player can still end with, whatever comes.

from kiebitz.engine.game cimport Rules, State

cdef void bounds(const Rules* rules, const State* state, int player, double* low, double* high) noexcept nogil
