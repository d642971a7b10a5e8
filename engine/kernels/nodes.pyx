"""Node arena."""

from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memset


cdef int nodes_new(Nodes* arena, uint32_t limit) except -1 nogil:
    memset(arena, 0, sizeof(Nodes))
    arena.limit = min(limit, NONE - 1)
    arena.capacity = min(arena.limit, FEWEST_NODES)
    arena.nodes = <Node*>realloc(NULL, max(arena.capacity, 1) * sizeof(Node))
    arena.mask = 2 * FEWEST_NODES - 1
    arena.slots = <uint32_t*>calloc(arena.mask + 1, sizeof(uint32_t))
    if arena.nodes == NULL or arena.slots == NULL:
        nodes_free(arena)
        with gil:
            raise MemoryError("no memory for a search tree")
    return 0


cdef void nodes_free(Nodes* arena) noexcept nogil:
    free(arena.nodes)
    free(arena.slots)
    arena.nodes = NULL
    arena.slots = NULL
    arena.size = arena.capacity = 0


cdef void nodes_clear(Nodes* arena) noexcept nogil:
    arena.size = 0
    memset(arena.slots, 0, (<size_t>arena.mask + 1) * sizeof(uint32_t))


cdef size_t nodes_bytes(const Nodes* arena) noexcept nogil:
    return arena.capacity * sizeof(Node) + (<size_t>arena.mask + 1) * sizeof(uint32_t)


cdef uint32_t nodes_find(const Nodes* arena, uint32_t parent, uint64_t key) noexcept nogil:
    cdef uint32_t slot = place(arena, parent, key)
    cdef const Node* node
    while arena.slots[slot]:
        node = &arena.nodes[arena.slots[slot] - 1]
        if node.key == key and node.parent == parent:
            return arena.slots[slot] - 1
        slot = (slot + 1) & arena.mask
    return NONE


cdef void enter(const Nodes* arena, uint32_t index) noexcept nogil:
    cdef uint32_t slot = place(arena, arena.nodes[index].parent, arena.nodes[index].key)
    while arena.slots[slot]:
        slot = (slot + 1) & arena.mask
    arena.slots[slot] = index + 1


cdef int grow(Nodes* arena) except -1 nogil:
    """Room for one node more; the slots stay at most two thirds full."""
    cdef uint32_t capacity = min(arena.limit, <uint64_t>2 * arena.capacity), i
    cdef void* nodes
    cdef uint32_t* slots
    if arena.size >= arena.limit:
        with gil:
            raise MemoryError(f"a search tree has reached its limit of {arena.limit} nodes")
    if 3 * <uint64_t>arena.size >= 2 * (<uint64_t>arena.mask + 1):
        slots = <uint32_t*>calloc(2 * (<size_t>arena.mask + 1), sizeof(uint32_t))
        if slots == NULL:
            with gil:
                raise MemoryError(f"no memory to find {arena.size} nodes again")
        free(arena.slots)
        arena.slots = slots
        arena.mask = 2 * arena.mask + 1
        for i in range(arena.size):
            enter(arena, i)
    if arena.size == arena.capacity:
        nodes = realloc(arena.nodes, <size_t>capacity * sizeof(Node))
        if nodes == NULL:
            with gil:
                raise MemoryError(f"no memory for {capacity} nodes")
        arena.nodes = <Node*>nodes
        arena.capacity = capacity
    return 0


cdef long long nodes_add(Nodes* arena, uint32_t parent, uint64_t key, int mover, int to_move) except -1 nogil:
    cdef Node* node
    if arena.size == arena.capacity or 3 * <uint64_t>arena.size >= 2 * (<uint64_t>arena.mask + 1):
        grow(arena)
    node = &arena.nodes[arena.size]
    memset(node, 0, sizeof(Node))
    node.parent = parent
    node.key = key
    node.mover = mover
    node.to_move = to_move
    enter(arena, arena.size)
    arena.size += 1
    return arena.size - 1
