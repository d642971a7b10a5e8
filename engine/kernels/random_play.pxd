# Games by a player who knows nothing but the rules: every legal move has the same chance.

from kiebitz.engine.game cimport MoveList, Rules, State
from kiebitz.engine.rng cimport Rng

# Plays to the end, with `list` for the legal moves; returns the moves made, -1 and MemoryError if the list cannot grow.
cdef long long play_randomly(const Rules* rules, State* state, Rng* rng, MoveList* list) except -1 nogil
