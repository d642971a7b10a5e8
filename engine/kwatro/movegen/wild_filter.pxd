# The filter of wilds: keeps the plays of a window after which every wild, on the board or played, can stand for some card.

from kiebitz.engine.kwatro.line cimport Subsets
from kiebitz.engine.kwatro.movegen.permutations cimport PermutationSet
from kiebitz.engine.kwatro.movegen.play_context cimport PlayContext
from kiebitz.engine.kwatro.movegen.window cimport Window

# Returns the permutations after which all wilds are possible. `subsets` includes all subsets of these permutations.
cdef PermutationSet filter_wilds(
    const PlayContext* context, const Window* w, Subsets subsets, PermutationSet permutations
) noexcept nogil
