# The context of play generation: a hand and a board, prepared once for all windows.
#
# For each frontier cell and direction it holds the subsets of the hand that fit the run through the cell, and the line
# across it as a CrossLine. It also lists the cells where plays can start. Then a window needs look-ups only.

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t

from kiebitz.engine.game cimport Move, MoveList
from kiebitz.engine.kwatro.line cimport HAND, LOT, SUBSETS, Line, Subsets
from kiebitz.engine.kwatro.movegen.cross_line cimport CrossLine
from kiebitz.engine.kwatro.movegen.permutations cimport MAX_PERMUTATIONS
from kiebitz.engine.kwatro.state cimport MAX_FRONTIER, Kwatro
from kiebitz.engine.kwatro.wilds cimport Wilds


cdef enum:                  # sizes of the plays that a context prepares
    ALL_SIZES
    WHOLE_HAND              # plays of all cards of the hand
    PART_OF_HAND            # plays that leave cards in the hand


cdef struct Scoring:            # for one value of the option doubling
    int lot_weight              # how often the sum of a lot counts: 2 under "lot_only", else 1
    CrossLine cross[LOT]        # by cards in the line across, for a frontier cell: weight and doublings
    int32_t times[10]           # by number of doublings: the factor of all points


cdef struct PlayContext:
    const Kwatro* k
    const int32_t* options
    int player                  # whose hand it is
    # The hand.
    int hand_size
    uint8_t card[HAND]          # by slot: real cards in rising order, then wilds
    uint8_t value[HAND]
    uint8_t wild_slots          # set of the slots with wilds
    uint8_t first_wild          # if both wilds are in hand: their slots, each as a set; else 0
    uint8_t second_wild
    Subsets usable              # subsets of the hand, without the second wild unless the first one is in it; of `sizes` only
    int wild_order              # index of PermutationTable.in_order: the first wild is used before the second
    const uint16_t* fit_row[3]  # by attribute: the row of TABLES.fit for this hand
    int words_up_to             # `words` is filled for sizes up to this
    uint64_t words[HAND + 1][MAX_PERMUTATIONS]  # by size and permutation: cards in bytes 0..3, their values in 4..7
    bint has_subset_lines       # `subset_line` is filled
    Line subset_line[SUBSETS]   # by subset: the line of its cards; only wilds need it
    # The board.
    Wilds wilds                 # the wilds on the board, without those of the hand
    bint wilds_independent      # wild_identity is "any" and no line holds two wilds, so each wild can be tested alone
    Subsets fits[2][MAX_FRONTIER]       # by direction and slot: the subsets that fit the run
    CrossLine cross[2][256]     # by direction of the line across, and byte of the grid of an empty cell
    int start_count[2]          # by direction: frontier cells that are the first of a play of two cards or more
    uint8_t start[2][MAX_FRONTIER]      # their slots
    int single_count            # frontier cells that take a single card
    uint8_t single[MAX_FRONTIER]        # their slots
    # The points.
    const Scoring* scoring
    uint8_t highest_value[16]   # by set of slots
    uint8_t highest_sum[HAND + 1]       # by number of cards; filled by fill_bounds
    uint8_t highest[HAND + 1][2][8]     # see highest_sum_of; filled by fill_bounds
    const uint8_t* tie_rank     # by subset: greedy's order between equal points, 0..14
    # The result: all plays, or the best one.
    MoveList* list              # NULL: only the best play is wanted
    int32_t best_rank           # 16 * points + tie rank
    int32_t best_points
    Move best


cdef inline int highest_sum_of(const PlayContext* context, int size, int subsets) noexcept nogil:
    """The highest sum of values in a set of subsets of one size; bit 0 is the first of them. Looks up two halves."""
    return max(context.highest[size][0][subsets & 7], context.highest[size][1][subsets >> 3])


# Fills the context for the player to move. The last three functions fill the rest when it is needed.
cdef void fill_context(PlayContext* context, const Kwatro* k, const int32_t* options) noexcept nogil
# The same for any player and for plays of some sizes only.
cdef void fill_context_of(PlayContext* context, const Kwatro* k, const int32_t* options, int player,
                          int sizes) noexcept nogil
# Fills highest_sum and highest: bounds of points for the search of the best play.
cdef void fill_bounds(PlayContext* context) noexcept nogil
cdef void fill_subset_lines(PlayContext* context) noexcept nogil
cdef void fill_words(PlayContext* context, int size) noexcept nogil     # for sizes up to `size`
