# The plays of a window after which every wild, of the board and of the hand, can still stand for some card.

from kiebitz.engine.kwatro.line cimport Subsets
from kiebitz.engine.kwatro.movegen.permutations cimport PermutationSet
from kiebitz.engine.kwatro.movegen.play_context cimport PlayContext
from kiebitz.engine.kwatro.movegen.window cimport Window

# Those of the permutations after which all wilds are possible. `subsets` has at least those that the permutations use.
cdef PermutationSet filter_wilds(
    const PlayContext* context, const Window* w, Subsets subsets, PermutationSet permutations
) noexcept nogil
