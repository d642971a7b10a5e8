"""The test of wilds for the plays of a window. It tests whole subsets if possible, else play by play."""

from libc.stdint cimport uint8_t, uint32_t

from kiebitz.engine.bits cimport lowest
from kiebitz.engine.game cimport Move
from kiebitz.engine.kwatro.line cimport TABLES, WILD, Line, any_allowed, join, values_allowed
from kiebitz.engine.kwatro.movegen.cross_line cimport CrossLine, needs_joint_test, slot_of, weight_of, wilds_in
from kiebitz.engine.kwatro.movegen.permutations cimport PERMUTATIONS, PermutationTable
from kiebitz.engine.kwatro.movegen.window cimport places_of
from kiebitz.engine.kwatro.state cimport ANY, PLAY, WILD_IDENTITY, Cell, card_at, move_head
from kiebitz.engine.kwatro.wilds cimport Wilds, wilds_possible, wilds_possible_after


cdef PermutationSet against_wild(
    const PlayContext* context, const Window* w, Subsets subsets, Line line
) noexcept nogil:
    """The permutations of the subsets after which the one wild in the run fits no card. `line`: the wild's other line."""
    cdef const PermutationTable* table = &PERMUTATIONS[w.size]
    cdef uint32_t values = values_allowed(&TABLES, line)
    cdef PermutationSet found = 0
    cdef int subset
    while subsets:
        subset = lowest(subsets)
        subsets &= subsets - 1
        if not any_allowed(values & values_allowed(&TABLES, join(w.run_line, context.subset_line[subset]))):
            found |= table.of_subsets[1 << (subset - table.first_subset)]
    return found


cdef PermutationSet filter_wilds(
    const PlayContext* context, const Window* w, Subsets subsets, PermutationSet permutations
) noexcept nogil:
    """Tests plays one by one only if two wilds share a line or the option wild_identity forbids single cards."""
    cdef const PermutationTable* table = &PERMUTATIONS[w.size]
    cdef const CrossLine* cross = &w.cross[w.first]
    cdef PermutationSet with_wild = permutations & table.using[context.wild_slots], one_by_one = 0, here
    cdef Line line
    cdef int j
    if needs_joint_test(w.cross_union) or w.run_wilds == 3 or (w.run_wilds and not context.wilds_independent):
        one_by_one = permutations
    elif w.run_wilds:
        one_by_one = with_wild
        line = context.wilds.line[w.run_wilds >> 1][1 - w.direction]
        permutations &= with_wild | ~against_wild(context, w, subsets, line)
    elif with_wild and not context.wilds_independent:
        one_by_one = with_wild
    elif with_wild:
        one_by_one = with_wild & table.using[context.second_wild]
        for j in range(w.size):
            here = with_wild & ~one_by_one & table.with_card_at[j][context.wild_slots]
            if here and wilds_in(cross[j]):
                one_by_one |= here
            elif here and weight_of(cross[j]):
                line = context.k.frontier[slot_of(cross[j])].line[1 - w.direction]
                permutations &= ~(here & against_wild(context, w, subsets, line))
    while one_by_one:
        j = lowest(one_by_one)
        if not wilds_stay_possible(context, w, &table.slot[j][0], table.first_subset + table.subset[j]):
            permutations &= ~(<PermutationSet>1 << j)
        one_by_one &= one_by_one - 1
    return permutations


cdef bint wilds_stay_possible(
    const PlayContext* context, const Window* w, const uint8_t* slots, int subset
) noexcept nogil:
    """Whether all wilds are possible after this play. `slots`: by cell of the window, the hand slot of its card."""
    if context.options[WILD_IDENTITY] != ANY:
        return wilds_possible_after(context.k, context.options, move_of(context, w, slots))
    cdef Wilds wilds = context.wilds
    cdef Line run = join(w.run_line, context.subset_line[subset])
    cdef int main = w.direction, cross = 1 - w.direction
    cdef int in_run = w.run_wilds
    cdef int i, j, card, in_cross
    cdef const Cell* cell
    for j in range(w.size):
        card = context.card[slots[j]]
        cell = &context.k.frontier[slot_of(w.cross[w.first + j])]
        in_cross = cell.wilds >> 2 * cross & 3
        if card == WILD:
            i = 1 if wilds.present & 1 else 0
            wilds.present |= 1 << i
            in_run |= 1 << i
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
        if in_run >> i & 1:
            wilds.line[i][main] = run
    if in_run == 3:
        wilds.shared = 1 + main
    return wilds_possible(&wilds)


cdef Move move_of(const PlayContext* context, const Window* w, const uint8_t* slots) noexcept nogil:
    cdef Move move = Move(move_head(PLAY, w.size, w.direction), places_of(context.k, w))
    cdef int j
    for j in range(w.size):
        move.lo |= card_at(context.card[slots[j]], j)
    return move
