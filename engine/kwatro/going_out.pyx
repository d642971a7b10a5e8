"""Plays that end the game at once, and the bounds that follow from the other player's plays of this kind."""

from libc.stdint cimport uint8_t, uint16_t
from libc.string cimport memset

from kiebitz.engine.bits cimport lowest
from kiebitz.engine.kwatro.line cimport WILD
from kiebitz.engine.kwatro.movegen.best_play cimport best_play
from kiebitz.engine.kwatro.movegen.moves cimport append_part_of_hand, append_plays_of, generate
from kiebitz.engine.kwatro.movegen.play_context cimport WHOLE_HAND, PlayContext, fill_context_of
from kiebitz.engine.kwatro.state cimport (
    CONTIGUITY, FINAL_ROUND, NOWHERE, PLAY, SAME_ROW, SWAP, TRADE, UNPLAYED, WILD_IDENTITY, Kwatro, card_of, cell_of,
    is_card, kind_of, move_head, size_of, step,
)

cdef enum:
    MOST_THREATS = 7    # threats that fit a byte beside the mark of a wild
    WILD_END = 128      # mark: a card here joins a line of a wild


cdef struct Threats:        # plays with which the other player can go out, the most points first
    int count
    int32_t points[MOST_THREATS]
    uint8_t with_wilds      # set of the threats that touch a wild
    # By the lowest four bits of row and column: set of the threats that a card on this cell touches, and WILD_END. Cells that
    # share a mark make a bound weaker, never wrong.
    uint8_t mark[256]


cdef inline int mark_of(uint16_t cell) noexcept nogil:
    return cell >> 2 & 0xF0 | cell & 15


cdef inline bint goes_out(const Rules* rules, const Kwatro* k) noexcept nogil:
    """Whether a play of the whole hand ends the game. Plays with gaps are not looked at."""
    return k.pile_size == 0 and not rules.options[FINAL_ROUND] and rules.options[CONTIGUITY] != SAME_ROW


cdef inline bint pass_ends(const Kwatro* k) noexcept nogil:
    return k.pile_size == 0 and k.passes + 1 >= k.head.players


cdef int32_t last_move(const Rules* rules, const State* state, Move* move) noexcept nogil:
    cdef const Kwatro* k = <const Kwatro*>state
    cdef PlayContext context
    if goes_out(rules, k):
        fill_context_of(&context, k, rules.options, k.mover, WHOLE_HAND)
        best_play(&context, 0)
        if context.best_points >= 0:
            move[0] = context.best
            return context.best_points
    if pass_ends(k):
        move[0] = Move(move_head(TRADE, 0, 0), 0)
        return 0
    return -1


cdef inline void line_ends(const Kwatro* k, uint16_t cell, uint16_t* ends, bint* wild) noexcept nogil:
    """Writes the four free cells at the ends of both lines through a cell, and finds out whether the lines hold a wild."""
    cdef uint16_t at
    cdef int d, distance, n = 0
    for d in range(2):
        for distance in range(-1, 2, 2):
            at = step(cell, d, distance)
            while is_card(k.grid[at]):
                if k.grid[at] == 1 + WILD:
                    wild[0] = True
                at = step(at, d, distance)
            ends[n] = at
            n += 1


cdef inline void mark_ends(const Kwatro* k, Threats* threats, uint16_t cell, uint8_t mark, bint* wild) noexcept nogil:
    """Marks the ends of both lines through a cell. The cells of the play count as empty, so they are marked as ends too."""
    cdef uint16_t[4] ends
    cdef int i
    line_ends(k, cell, ends, wild)
    for i in range(4):
        threats.mark[mark_of(ends[i])] |= mark


cdef void add_threat(const Kwatro* k, Threats* threats, Move move, int32_t points) noexcept nogil:
    cdef int i
    cdef uint8_t mark = 1 << threats.count
    cdef bint wild = False
    for i in range(size_of(move)):
        threats.mark[mark_of(cell_of(move, i))] |= mark
        mark_ends(k, threats, cell_of(move, i), mark, &wild)
        wild |= card_of(move, i) == WILD
    threats.points[threats.count] = points
    threats.with_wilds |= mark if wild else 0
    threats.count += 1


cdef int find_threats(const Rules* rules, const Kwatro* k, Threats* threats, MoveList* list) except -1 nogil:
    """Finds the best plays of the other player that end the game. The list is scratch memory behind its moves."""
    cdef Py_ssize_t first = list.size, i, best
    cdef bint wild
    memset(threats, 0, sizeof(Threats))
    if not goes_out(rules, k):
        return 0
    append_plays_of(rules, &k.head, 1 - k.mover, WHOLE_HAND, list)
    while list.size > first and threats.count < MOST_THREATS:
        best = first
        for i in range(first + 1, list.size):
            if list.points[i] > list.points[best]:
                best = i
        add_threat(k, threats, list.moves[best], list.points[best])
        list.size -= 1
        list.moves[best] = list.moves[list.size]
        list.points[best] = list.points[list.size]
    list.size = first
    for i in range(2):
        if k.wild_at[i] != NOWHERE:
            mark_ends(k, threats, k.wild_at[i], WILD_END, &wild)
    return 0


cdef inline int32_t key_of(const Rules* rules, const Threats* threats, Move move, int32_t points) noexcept nogil:
    """The key of a play: see Extras.other_moves."""
    cdef uint8_t touched = 0, left
    cdef int i
    for i in range(size_of(move)):
        touched |= threats.mark[mark_of(cell_of(move, i))]
        if card_of(move, i) == WILD:
            touched |= WILD_END
    left = ((1 << threats.count) - 1) & ~touched
    if touched & WILD_END or rules.options[WILD_IDENTITY] == UNPLAYED:
        left &= ~threats.with_wilds
    if left:
        return 2 * (points - threats.points[lowest(left)]) + 1
    return 2 * points


cdef int other_moves(const Rules* rules, const State* state, MoveList* list) except -1 nogil:
    cdef const Kwatro* k = <const Kwatro*>state
    cdef Threats threats
    cdef Py_ssize_t i, kept = list.size
    cdef int32_t key
    cdef Move move
    find_threats(rules, k, &threats, list)
    if goes_out(rules, k):
        append_part_of_hand(rules, state, list)
    else:
        generate(rules, state, list)
    for i in range(kept, list.size):
        move = list.moves[i]
        key = 2 * list.points[i]
        if kind_of(move) == PLAY:
            if threats.count:
                key = key_of(rules, &threats, move, list.points[i])
        elif kind_of(move) == TRADE and size_of(move) == 0 and k.pile_size == 0:
            if pass_ends(k):
                continue
            # The other player can go out, or pass too.
            key = 1 - 2 * (threats.points[0] if threats.count else 0)
        list.moves[kept] = move
        list.points[kept] = key
        kept += 1
    list.size = kept
    return 0


cdef inline bint touches(const Kwatro* k, uint16_t cell, Move move, bint* wild) noexcept nogil:
    """Whether a card of the move lies on a cell of a play or at an end of its lines. Finds out whether they hold a wild."""
    cdef uint16_t[4] ends
    cdef uint16_t at
    cdef int i, end
    line_ends(k, cell, ends, wild)
    for i in range(size_of(move)):
        at = cell_of(move, i)
        if at == cell:
            return True
        for end in range(4):
            if at == ends[end]:
                return True
    return False


cdef bint independent(const Rules* rules, const State* state, Move reply, Move move) noexcept nogil:
    cdef const Kwatro* k = <const Kwatro*>state
    cdef bint wild = False, move_wild = False
    cdef int i
    if k.pile_size or kind_of(move) == SWAP:
        return False
    if kind_of(move) == TRADE:
        return True
    if kind_of(reply) == PLAY:
        for i in range(size_of(reply)):
            wild |= card_of(reply, i) == WILD
            if touches(k, cell_of(reply, i), move, &wild):
                return False
        if not wild:
            return True
        if rules.options[WILD_IDENTITY] == UNPLAYED:
            return False
    for i in range(size_of(move)):
        move_wild |= card_of(move, i) == WILD
        touches(k, cell_of(move, i), Move(0, 0), &move_wild)
    return not move_wild
