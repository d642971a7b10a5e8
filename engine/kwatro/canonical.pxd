# One memory image for all states of equal facts.

from kiebitz.engine.game cimport Rules, State

# Orders the frontier by cell, without dead cells and old data; numbers the wilds by cell; turns the ring of the pile to 0.
cdef void canonicalize(const Rules* rules, State* state) noexcept nogil
