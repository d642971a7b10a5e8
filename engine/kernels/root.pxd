# The moves at the root of a search tree: they are the same in every world, so they are listed and ordered once.

from libc.stdint cimport uint32_t

from kiebitz.engine.game cimport Move
from kiebitz.engine.kernels.tree cimport Tree

# The best `width` moves by one ply with the learned value, or by their rough values, in falling order; then those wanted
# anyway that are not among them.
cdef int list_root(Tree* tree, int width, const Move* wanted, int n_wanted) except -1 nogil
cdef void fill_root(Tree* tree) noexcept nogil      # the listed moves as candidates
cdef int choose_at_root(Tree* tree, uint32_t node) noexcept nogil
