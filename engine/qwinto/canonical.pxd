# One memory image for all states of equal facts.

from kiebitz.engine.game cimport Rules, State

# Numbers the pile generations of the cards in hands and pile from 0, in their order and without gaps.
cdef void canonicalize(const Rules* rules, State* state) noexcept nogil
