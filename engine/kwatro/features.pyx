"""Features of Kwatro: the cards and wilds in a hand, and the points that the board offers to it.

A hand has cards that the observer knows and unknown cards. An unknown card is each unseen card with the same chance. An
opening is a frontier cell with the points that a single card of mean face value would score there. The reach of a player
is the expected best of all openings, computed as if openings were independent.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from kiebitz.engine.bits cimport count, lowest, without_lowest
from kiebitz.engine.game cimport ALL_PLAYERS, CHANCE
from kiebitz.engine.kwatro.line cimport HAND, LOT, TABLES, cards_allowed, join, values_allowed
from kiebitz.engine.kwatro.state cimport MAX_FRONTIER, NOWHERE, Cell, Kwatro

cdef enum:
    BIAS, NEXT, PILE_LEFT, HAND_SIZE, HAND_LEFT, WILDS, BOTH_WILDS, OTHER_WILDS, SWAPS, FACES, TRIPLES, LOTS_HELD
    REACH, REACH_NEXT, LOT_REACH, LOT_REACH_NEXT, OPENINGS, OPENINGS_NEXT, OTHERS_REACH, KNOWN, PAIRS, LAST_CARDS
    POINTS = 64             # openings of more points count as 63
    MEAN_FACE = 5           # twice the mean face value of a card

cdef const char* FEATURE_NAMES = (
    b"one;moves next;pile;hand size;others' hands;wilds;both wilds;others' wilds;swaps;face values;triples;lots held;"
    b"reach;reach, moving next;lots in reach;lots in reach, moving next;openings in reach;"
    b"openings in reach, moving next;others' reach;known cards;pairs;few cards to play"
)
cdef int[PHASES - 1] PHASE_ENDS = [0, 3, 7, 13, 20, 29, 40]     # most cards in the pile, by phase


cdef struct Holding:        # a hand as the observer knows it
    uint64_t cards
    int wilds
    int known
    int unknown             # number of unknown cards, including the cards about to be drawn


cdef struct Opening:
    uint64_t fits
    float miss              # chance that an unseen card does not fit
    int points
    int lots                # lines that a card here would complete to a lot


cdef int phase(const Rules* rules, const State* state) noexcept nogil:
    cdef int pile = (<const Kwatro*>state).pile_size, i = 0
    while i < PHASES - 1 and pile > PHASE_ENDS[i]:
        i += 1
    return i


cdef int read_hands(const Kwatro* k, int observer, Holding* holding, uint64_t* unseen) noexcept nogil:
    """Fills each hand as the observer knows it, and the set of unseen real cards. Returns the number of unseen wilds."""
    cdef int p, wilds = 2
    cdef uint64_t seen = k.on_board
    wilds -= (k.wild_at[0] != NOWHERE) + (k.wild_at[1] != NOWHERE)
    for p in range(k.head.players):
        holding[p].cards = 0
        holding[p].wilds = k.hand[p].known_wilds
        if observer == ALL_PLAYERS or observer == p:
            holding[p].cards = k.hand[p].cards
            holding[p].wilds = k.hand[p].wilds
        holding[p].known = count(holding[p].cards) + holding[p].wilds
        holding[p].unknown = k.hand[p].size - holding[p].known
        if k.head.to_move == CHANCE and p == k.mover:
            holding[p].unknown += k.to_draw
        seen |= holding[p].cards
        wilds -= holding[p].wilds
    unseen[0] = ~seen
    return wilds


cdef int find_openings(const Kwatro* k, uint64_t unseen, int hidden, Opening* openings) noexcept nogil:
    """Lists the frontier cells that some real card fits. Wilds on the board count as any card. Returns their number."""
    cdef float share = 1.0 / max(hidden, 1)
    cdef uint64_t alive
    cdef int word, n = 0
    for word in range(3):
        alive = k.alive[word]
        while alive:
            fill_opening(&k.frontier[64 * word + lowest(alive)], unseen, share, &openings[n])
            alive = without_lowest(alive)
            n += 1
    return n


cdef inline void fill_opening(const Cell* cell, uint64_t unseen, float share, Opening* opening) noexcept nogil:
    cdef int d
    opening.fits = cell.fitting
    opening.points = opening.lots = 0
    for d in range(2):
        if cell.count[d]:
            opening.points += 2 * cell.sum[d] + MEAN_FACE
            opening.lots += cell.count[d] == LOT - 1
    opening.points = min((opening.points << opening.lots) >> 1, POINTS - 1)
    opening.miss = 1 - share * count(opening.fits & unseen)


cdef inline float all_miss(int unknown, float miss) noexcept nogil:
    """The chance that all of up to four unknown cards miss, if each misses with the chance `miss`."""
    cdef float square = miss * miss
    return (miss if unknown & 1 else 1) * (square if unknown & 2 else 1) * (square * square if unknown & 4 else 1)


cdef void fill_reach(const Opening* openings, int n, const Holding* holding, float* row) noexcept nogil:
    """Fills the expected best opening, the chance of a lot, and the expected number of openings that the hand can take."""
    cdef float[POINTS] all_miss_at      # by points: the chance that no card of the hand fits any opening with these points
    cdef float all_missed = 1, no_lot = 1, expected = 0, taken = 0, one
    cdef int i, points, highest = 0
    for i in range(POINTS):
        all_miss_at[i] = 1
    for i in range(n):
        if holding.wilds or openings[i].fits & holding.cards:
            one = 0
        elif holding.unknown:
            one = all_miss(holding.unknown, openings[i].miss)
        else:
            continue
        points = openings[i].points
        highest = max(highest, points)
        all_miss_at[points] *= one
        taken += 1 - one
        if openings[i].lots:
            no_lot *= one
    for points in range(highest, 0, -1):
        expected += points * all_missed * (1 - all_miss_at[points])
        all_missed *= all_miss_at[points]
        if all_missed < 0.02:
            break
    row[REACH] = expected
    row[LOT_REACH] = 1 - no_lot
    row[OPENINGS] = taken


cdef void fill_cards(const Holding* holding, float* row) noexcept nogil:
    """Fills the face values of the known real cards, and the lines that these cards form together."""
    cdef uint64_t rest = holding.cards
    cdef int[HAND] card
    cdef int n = 0, i, triples = 0
    cdef uint32_t fits
    while rest and n < HAND:
        card[n] = lowest(rest)
        row[FACES] += TABLES.value[card[n]]
        rest = without_lowest(rest)
        n += 1
    for i in range(n if n == 4 else 1 if n == 3 else 0):
        fits = values_allowed(&TABLES, join(TABLES.line[card[(i + 1) % n]], TABLES.line[card[(i + 2) % n]]))
        triples += cards_allowed(&TABLES, fits) >> card[i if n == 3 else (i + 3) % n] & 1
    row[TRIPLES] = triples
    row[LOTS_HELD] = triples == 4
    row[PAIRS] = n >= 2


cdef void features(const Rules* rules, const State* state, int observer, float* rows) noexcept nogil:
    cdef const Kwatro* k = <const Kwatro*>state
    cdef Holding[4] holding
    cdef Opening[MAX_FRONTIER] openings
    cdef uint64_t unseen
    cdef int wilds = read_hands(k, observer, holding, &unseen)
    cdef int hidden = count(unseen) + wilds, n = find_openings(k, unseen, hidden, openings)
    cdef int p, q, players = state.players
    cdef int next = state.to_move if state.to_move >= 0 else (k.mover + 1) % players
    cdef float[4] held, reached
    cdef float* row
    memset(rows, 0, players * FEATURE_COUNT * sizeof(float))
    for p in range(players):
        held[p] = holding[p].wilds
        if hidden:
            held[p] += <float>wilds * holding[p].unknown / hidden
        fill_reach(openings, n, &holding[p], rows + p * FEATURE_COUNT)
        reached[p] = rows[p * FEATURE_COUNT + REACH]
    for p in range(players):
        row = rows + p * FEATURE_COUNT
        row[BIAS] = 1
        row[NEXT] = p == next
        row[PILE_LEFT] = k.pile_size
        row[HAND_SIZE] = holding[p].known + holding[p].unknown
        row[WILDS] = held[p]
        row[BOTH_WILDS] = holding[p].wilds == 2
        row[KNOWN] = holding[p].known
        row[SWAPS] = (k.wild_at[0] != NOWHERE) + (k.wild_at[1] != NOWHERE)
        row[LAST_CARDS] = k.pile_size == 0 and row[HAND_SIZE] <= 2
        fill_cards(&holding[p], row)
        for q in range(players):
            if q != p:
                row[HAND_LEFT] += holding[q].known + holding[q].unknown
                row[OTHER_WILDS] += held[q]
                row[OTHERS_REACH] += reached[q]
        if p == next:
            row[REACH_NEXT] = row[REACH]
            row[LOT_REACH_NEXT] = row[LOT_REACH]
            row[OPENINGS_NEXT] = row[OPENINGS]
