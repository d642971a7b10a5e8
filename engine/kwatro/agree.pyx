"""Which plays leave every wild, of the table and of the hand, something to stand for; and laying cards out to see."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from kiebitz.engine.bits cimport lowest
from kiebitz.engine.game cimport Move
from kiebitz.engine.kwatro.arranged cimport ARRANGED, Arrangements, OfSize
from kiebitz.engine.kwatro.board cimport DEAD, FRONT, Cell, Kwatro, Undo, is_card, place, step
from kiebitz.engine.kwatro.line cimport TABLES, WILD, Line, Subsets, all_fields, join, values_allowed
from kiebitz.engine.kwatro.plays cimport (
    PLAY, WILD_IDENTITY, Cross, Turn, Window, card_of, cell_of, is_knot, places_of, size_of, slot_of,
    weight_of, wilds_in,
)
from kiebitz.engine.kwatro.wilds cimport ANY, Wilds, fit_any, fit_on_board


cdef Arrangements not_agreeing(const Turn* turn, const Window* w, Subsets subsets, Line line) noexcept nogil:
    """Arrangements of those subsets after which one wild in the run, whose other line this is, stands for nothing."""
    cdef const OfSize* all = &ARRANGED[w.k]
    cdef uint32_t values = values_allowed(&TABLES, line)
    cdef Arrangements found = 0
    cdef int subset
    while subsets:
        subset = lowest(subsets)
        subsets &= subsets - 1
        if not all_fields(values & values_allowed(&TABLES, join(w.line, turn.line[subset]))):
            found |= all.of_subsets[1 << (subset - all.first_subset)]
    return found


cdef Arrangements agreeing(const Turn* turn, const Window* w, Subsets subsets, Arrangements fitting) noexcept nogil:
    """Those of the arrangements after which all wilds stand for something.

    As long as no line holds two wilds, each is bound by its own two lines and whole subsets can be ruled out; a wild of the
    table across the play is already in the cell's mask. Whatever is left is tested play by play.
    """
    cdef const OfSize* all = &ARRANGED[w.k]
    cdef const Cross* cross = &w.cross[w.first]
    cdef Arrangements own = fitting & all.using[turn.wild_slots], each = 0, here
    cdef int j
    if is_knot(w.near) or w.wilds == 3 or (w.wilds and not turn.apart):
        each = fitting
    elif w.wilds:
        each = own
        fitting &= own | ~not_agreeing(turn, w, subsets, turn.wilds.line[w.wilds >> 1][1 - w.direction])
    elif own and not turn.apart:
        each = own
    elif own:
        each = own & all.using[turn.second_wild]
        for j in range(w.k):
            here = own & ~each & all.at[j][turn.wild_slots]
            if here and wilds_in(cross[j]):
                each |= here
            elif here and weight_of(cross[j]):
                fitting &= ~(here & not_agreeing(turn, w, subsets, turn.k.front[slot_of(cross[j])].line[1 - w.direction]))
    while each:
        j = lowest(each)
        if not wilds_agree(turn, w, &all.slot[j][0], all.first_subset + all.subset[j]):
            fitting &= ~(<Arrangements>1 << j)
        each &= each - 1
    return fitting


cdef bint wilds_agree(const Turn* turn, const Window* w, const uint8_t* slots, int subset) noexcept nogil:
    """Whether all wilds stand for something after this play; slots: the card of the hand for each cell."""
    if turn.options[WILD_IDENTITY] != ANY:
        return wilds_agree_on_board(turn, w, slots)
    cdef Wilds wilds = turn.wilds
    cdef Line whole = join(w.line, turn.line[subset])
    cdef int main = w.direction, cross = 1 - w.direction
    cdef int in_main = w.wilds
    cdef int i, j, card, in_cross
    cdef const Cell* cell
    for j in range(w.k):
        card = turn.card[slots[j]]
        cell = &turn.k.front[slot_of(w.cross[w.first + j])]
        in_cross = cell.wilds >> 2 * cross & 3
        if card == WILD:
            i = 1 if wilds.present & 1 else 0
            wilds.present |= 1 << i
            in_main |= 1 << i
            wilds.line[i][cross] = cell.line[cross]
            if in_cross:
                in_cross |= 1 << i
        if in_cross:
            for i in range(2):
                if in_cross >> i & 1:
                    wilds.line[i][cross] = join(cell.line[cross], TABLES.line[card])
            if in_cross == 3:
                wilds.shared = 1 + cross
    for i in range(2):
        if in_main >> i & 1:
            wilds.line[i][main] = whole
    if in_main == 3:
        wilds.shared = 1 + main
    return fit_any(&wilds)


cdef bint wilds_agree_on_board(const Turn* turn, const Window* w, const uint8_t* slots) noexcept nogil:
    cdef Move move = Move(0, places_of(turn, w))
    cdef int j
    for j in range(w.k):
        move.lo |= <uint64_t>turn.card[slots[j]] << (8 + 8 * j)
    move.lo |= PLAY | w.k << 4 | w.direction << 7
    return legal_on_board(turn.k, turn.options, move)


cdef bint legal_on_board(const Kwatro* k, const int32_t* options, Move move) noexcept nogil:
    """The joint test of the wilds on a copy of the table, for the identities that forbid single cards."""
    cdef Kwatro after = k[0]
    cdef int i, touched = 0
    if not lay_all(&after, move, NULL):
        return False
    for i in range(size_of(move)):
        touched |= wilds_beside(&after, cell_of(move, i))
    return fit_on_board(&after, options[WILD_IDENTITY], touched)


cdef int wilds_beside(const Kwatro* k, uint16_t cell) noexcept nogil:
    """The set of the table's wilds in the lines through a card."""
    cdef int i, d, way, found = 0
    cdef uint16_t at
    for d in range(2):
        for way in range(-1, 2, 2):
            at = cell
            while is_card(k.grid[at]):
                for i in range(2):
                    if k.wild_at[i] == at:
                        found |= 1 << i
                at = step(at, d, way)
    return found


cdef bint lay_all(Kwatro* k, Move move, Undo* undo) noexcept nogil:
    """Places the cards of a play, those next to the table first; stops with False at a cell where a wild stands for nothing."""
    cdef int i, left = (1 << size_of(move)) - 1
    while left:
        for i in range(size_of(move)):
            if left >> i & 1 and k.grid[cell_of(move, i)] >= FRONT:
                if k.grid[cell_of(move, i)] == DEAD:
                    return False
                place(k, cell_of(move, i), card_of(move, i), undo)
                left ^= 1 << i
    return True
