"""Alpha-beta search for two players."""

from libc.stdint cimport uint64_t

from kiebitz.engine.game cimport CHANCE, Move, MoveList, as_it_lies, present_margin
from kiebitz.engine.kernels.heap cimport pop
from kiebitz.engine.kernels.replies cimport note_reply, suggest_reply
from kiebitz.engine.kernels.search_stack cimport PLIES, Ply, count_node, is_move, make_at, order_moves
from kiebitz.engine.kernels.transposition cimport (
    AT_LEAST, AT_MOST, EXACT, TO_THE_END, TranspositionEntry, transposition_find, transposition_store,
)


cdef struct Node:           # a decision under search
    int ply
    int depth
    int32_t now             # present margin of the player to move
    int32_t alpha
    int32_t beta
    int32_t value           # the best value so far, or an upper bound of it if it is at most alpha
    bint searched           # some move was searched
    Move best


cdef int alpha_beta(SearchStack* stack, State* state, int player, int ply, int depth, int32_t alpha, int32_t beta,
                    int32_t* value) except -1 nogil:
    value[0] = present_margin(state, player)
    if state.to_move == CHANCE and ply < PLIES - 1:
        make_at(stack, state, ply, as_it_lies())
        stack.ply[ply + 1].early = as_it_lies()     # the mover has drawn, so no reply is suggested
        alpha_beta(stack, state, player, ply + 1, depth, alpha, beta, value)
        stack.rules.unmake(stack.rules, state, stack.ply[ply].undo)
    elif state.to_move == CHANCE or (state.to_move >= 0 and (depth == 0 or ply >= PLIES - 1)):
        stack.cuts += 1
    elif state.to_move >= 0:
        if state.to_move == player:
            search_decision(stack, state, ply, depth, alpha, beta, value)
        else:
            search_decision(stack, state, ply, depth, -beta, -alpha, value)
            value[0] = -value[0]
    return 0


cdef inline bint answers(SearchStack* stack, const TranspositionEntry* entry, int depth, int32_t now, int32_t alpha,
                         int32_t beta) noexcept nogil:
    """Whether an entry is deep enough and its bound decides the window (alpha, beta)."""
    cdef int32_t known = now + entry.value[0]
    if entry.depth < depth:
        return False
    if entry.bound == EXACT or (entry.bound == AT_LEAST and known >= beta) or (entry.bound == AT_MOST and known <= alpha):
        stack.cuts += entry.depth != TO_THE_END
        return True
    return False


cdef int search_decision(SearchStack* stack, State* state, int ply, int depth, int32_t alpha, int32_t beta,
                         int32_t* value) except -1 nogil:
    """Writes the value of a decision for the player to move.

    Most decisions end with their first move. So the moves are listed only after the best move in the table, or a suggested
    reply, and after the best move that ends the game.
    """
    cdef Node node
    cdef Ply* here = &stack.ply[ply]
    cdef Move known = here.early
    cdef bint early = False     # a move is searched before the others are listed
    cdef uint64_t hash = stack.rules.extras.hash(stack.rules, state)
    cdef const TranspositionEntry* entry = transposition_find(&stack.table, hash)
    cdef TranspositionEntry* place
    cdef long long cuts = stack.cuts
    cdef int bound
    here.early = here.cut = as_it_lies()
    here.replies = 0
    if count_node(stack):
        return 0
    node = Node(ply, depth, present_margin(state, state.to_move), alpha, beta, -BEYOND, False, as_it_lies())
    if entry != NULL:
        if answers(stack, entry, depth, node.now, alpha, beta):
            value[0] = node.now + entry.value[0]
            if value[0] >= beta:
                here.cut = entry.move
            return 0
        if is_move(entry.move):
            known = entry.move
    if stack.rules.extras.independent != NULL and is_move(known):
        early = True
        try_move(stack, state, &node, known)
    if node.value < beta and not stack.given_up:
        if end_at_once(stack, state, &node):
            value[0] = node.value
            return 0
        order_moves(stack, state, ply, known, early)
        try_listed(stack, state, &node)
    value[0] = node.value
    if stack.given_up:
        return 0
    bound = AT_LEAST if node.value >= beta else EXACT if node.value > alpha else AT_MOST
    place = transposition_store(&stack.table, hash, depth if stack.cuts != cuts else TO_THE_END, bound)
    place.value[0] = node.value - node.now
    place.move = node.best
    if node.value >= beta:
        here.cut = here.killer = node.best
    return 0


cdef bint end_at_once(SearchStack* stack, State* state, Node* node) noexcept nogil:
    """Values the best move that ends the game at once. Returns True if it causes a cutoff."""
    cdef int32_t points
    cdef Move move
    if stack.rules.extras.last_move == NULL:
        return False
    points = stack.rules.extras.last_move(stack.rules, state, &move)
    if points >= 0 and node.now + points > node.value:
        node.value = node.now + points
        node.best = move
    return node.value >= node.beta


cdef int try_listed(SearchStack* stack, State* state, Node* node) except -1 nogil:
    """Searches the moves listed at this ply, the most promising first, until one causes a cutoff."""
    cdef MoveList* legal = &stack.ply[node.ply].legal
    cdef bint bounded = stack.rules.extras.other_moves != NULL
    cdef int32_t key
    cdef Move move
    while legal.size and node.value < node.beta and not stack.given_up:
        key = legal.points[0]
        move = pop(legal)
        if bounded and key & 1 and node.now + (key >> 1) <= max(node.alpha, node.value):
            node.value = max(node.value, node.now + (key >> 1))
        else:
            try_move(stack, state, node, move)
    return 0


cdef int try_move(SearchStack* stack, State* state, Node* node, Move move) except -1 nogil:
    """Searches a move.

    The first move is searched with the whole window. A scout search, with a window of one point, first shows whether another
    move is better at all.
    """
    cdef int player = state.to_move
    cdef int32_t found, floor = max(node.alpha, node.value)
    suggest_reply(stack, state, node.ply, move)
    make_at(stack, state, node.ply, move)
    if node.searched:
        alpha_beta(stack, state, player, node.ply + 1, node.depth - 1, floor, floor + 1, &found)
    if not node.searched or (floor < found < node.beta and not stack.given_up):
        alpha_beta(stack, state, player, node.ply + 1, node.depth - 1, floor, node.beta, &found)
    stack.rules.unmake(stack.rules, state, stack.ply[node.ply].undo)
    if stack.given_up:
        return 0
    node.searched = True
    if found > node.value:
        node.value = found
        node.best = move
    if found <= floor:
        note_reply(stack, state, node.ply, move)
    return 0
