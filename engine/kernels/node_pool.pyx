"""Node pool."""

from libc.stdlib cimport free
from libc.string cimport memset

from kiebitz.engine.memory cimport allocate, resize

cdef enum:
    FIRST_NODES = 1024


cdef int pool_new(NodePool* pool, uint32_t limit) except -1 nogil:
    memset(pool, 0, sizeof(NodePool))
    pool.limit = min(limit, NONE - 1)
    pool.mask = 2 * FIRST_NODES - 1
    pool.slots = <uint32_t*>allocate(<size_t>pool.mask + 1, sizeof(uint32_t))
    pool.nodes = <Node*>resize(NULL, min(pool.limit, <uint32_t>FIRST_NODES), sizeof(Node))
    pool.capacity = min(pool.limit, <uint32_t>FIRST_NODES)
    return 0


cdef void pool_free(NodePool* pool) noexcept nogil:
    free(pool.nodes)
    free(pool.slots)
    pool.nodes = NULL
    pool.slots = NULL
    pool.size = pool.capacity = 0


cdef void pool_clear(NodePool* pool) noexcept nogil:
    pool.size = 0
    memset(pool.slots, 0, (<size_t>pool.mask + 1) * sizeof(uint32_t))


cdef size_t pool_bytes(const NodePool* pool) noexcept nogil:
    return pool.capacity * sizeof(Node) + (<size_t>pool.mask + 1) * sizeof(uint32_t)


cdef uint32_t pool_find(const NodePool* pool, uint32_t parent, uint64_t key) noexcept nogil:
    cdef uint32_t slot = slot_of(pool, parent, key)
    cdef const Node* node
    while pool.slots[slot]:
        node = &pool.nodes[pool.slots[slot] - 1]
        if node.key == key and node.parent == parent:
            return pool.slots[slot] - 1
        slot = (slot + 1) & pool.mask
    return NONE


cdef void insert(const NodePool* pool, uint32_t index) noexcept nogil:
    """Writes the index of a node into the first free slot at or after its hash."""
    cdef uint32_t slot = slot_of(pool, pool.nodes[index].parent, pool.nodes[index].key)
    while pool.slots[slot]:
        slot = (slot + 1) & pool.mask
    pool.slots[slot] = index + 1


cdef inline bint slots_are_full(const NodePool* pool) noexcept nogil:
    """Whether two thirds of the slots are used. More would make look-ups slow."""
    return 3 * <uint64_t>pool.size >= 2 * (<uint64_t>pool.mask + 1)


cdef int make_room(NodePool* pool) except -1 nogil:
    """Makes room for one more node."""
    cdef uint32_t capacity = min(pool.limit, <uint64_t>2 * pool.capacity), i
    cdef uint32_t* slots
    if pool.size >= pool.limit:
        with gil:
            raise MemoryError(f"a search tree has reached its limit of {pool.limit} nodes")
    if slots_are_full(pool):
        slots = <uint32_t*>allocate(2 * (<size_t>pool.mask + 1), sizeof(uint32_t))
        free(pool.slots)
        pool.slots = slots
        pool.mask = 2 * pool.mask + 1
        for i in range(pool.size):
            insert(pool, i)
    if pool.size == pool.capacity:
        pool.nodes = <Node*>resize(pool.nodes, capacity, sizeof(Node))
        pool.capacity = capacity
    return 0


cdef long long pool_add(NodePool* pool, uint32_t parent, uint64_t key, int mover, int to_move) except -1 nogil:
    cdef Node* node
    if pool.size == pool.capacity or slots_are_full(pool):
        make_room(pool)
    node = &pool.nodes[pool.size]
    memset(node, 0, sizeof(Node))
    node.parent = parent
    node.key = key
    node.mover = mover
    node.to_move = to_move
    insert(pool, pool.size)
    pool.size += 1
    return pool.size - 1
