"""Features of Kwatro: the cards and wilds in a hand, and the points that the board offers to it.

A hand has cards that the observer knows and unknown cards. An unknown card is each unseen card with the same chance. An
opening is a frontier cell with the points that a single card of mean face value would score there. The reach of a player
is the expected best of all openings, computed as if openings were independent.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from kiebitz.engine.bits cimport count, lowest, without_lowest
from kiebitz.engine.game cimport ALL_PLAYERS, CHANCE
from kiebitz.engine.kwatro.greedy_finish cimport Holding, add_sampled_finishes, best_known_play, copy_used, finish
from kiebitz.engine.kwatro.line cimport HAND, LOT, TABLES, Line, cards_allowed, join, values_allowed
from kiebitz.engine.kwatro.state cimport MAX_FRONTIER, NOWHERE, Cell, Kwatro

cdef enum:
    BIAS, NEXT, PILE_LEFT, HAND_SIZE, HAND_LEFT, WILDS, BOTH_WILDS, OTHER_WILDS, SWAPS, FACES, TRIPLES, LOTS_HELD
    REACH, REACH_NEXT, LOT_REACH, LOT_REACH_NEXT, OPENINGS, OPENINGS_NEXT, OTHERS_REACH, KNOWN, PAIRS, LAST_CARDS
    SECOND_REACH, BEST_KNOWN, BEST_KNOWN_NEXT, FITTING_CARDS, FITTING_NOWHERE, FINISH, FINISHED, FINISHED_NEXT
    LOT_DRAWS, TRIPLE_DRAWS, LOTS_WITH_WILDS, BOARD, BOARD_NEXT
    POINTS = 64             # openings of more points count as 63
    MEAN_FACE = 5           # twice the mean face value of a card
    SAMPLED_PILE = 3        # with at most so many cards in the pile, greedy play to the end is a feature

cdef const char* FEATURE_NAMES = (
    b"one;moves next;pile;hand size;others' hands;wilds;both wilds;others' wilds;swaps;face values;triples;lots held;"
    b"reach;reach, moving next;lots in reach;lots in reach, moving next;openings in reach;"
    b"openings in reach, moving next;others' reach;known cards;pairs;few cards to play;"
    b"second reach;best known play;best known play, moving next;fitting cards;cards that fit nowhere;greedy finish;"
    b"finished;finished, moving next;draws of lots;draws of triples;lots with wilds;alive cells;alive cells, moving next"
)
# By part: most cards in the pile after the draw. Without a pile: twice the cards that an average hand lacks, negative.
cdef int[PARTS - 1] PART_ENDS = [-5, -3, 0, 1, 3, 6, 10, 14, 20, 29, 40]


cdef struct Opening:
    uint64_t fits
    float miss              # chance that an unseen card does not fit
    int points
    int lots                # lines that a card here would complete to a lot


cdef int cards_to_stay(const Kwatro* k) noexcept nogil:
    """The cards of the pile after the draw that is about to be made."""
    return k.pile_size - (k.to_draw if k.head.to_move == CHANCE else 0)


cdef int phase(const Rules* rules, const State* state) noexcept nogil:
    cdef const Kwatro* k = <const Kwatro*>state
    cdef bint drawing = state.to_move == CHANCE
    cdef int left = cards_to_stay(k), held = k.to_draw if drawing else 0, part = 0, p
    if left == 0:
        for p in range(state.players):
            held += k.hand[p].size
        left = min(0, 2 * held // state.players - 2 * HAND)
    while part < PARTS - 1 and left > PART_ENDS[part]:
        part += 1
    return part + PARTS * drawing


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
    cdef float all_missed = 1, no_lot = 1, expected = 0, taken = 0, one, once = 0, second = 0, hit
    cdef uint64_t fitting = 0
    cdef int i, points, highest = 0
    for i in range(POINTS):
        all_miss_at[i] = 1
    for i in range(n):
        fitting |= openings[i].fits
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
        hit = 1 - all_miss_at[points]
        expected += points * all_missed * hit
        second += points * once * hit
        once = once * all_miss_at[points] + all_missed * hit
        all_missed *= all_miss_at[points]
        if all_missed + once < 0.02:
            break
    row[REACH] = expected
    row[SECOND_REACH] = second
    row[FITTING_CARDS] = count(holding.cards & fitting)
    row[FITTING_NOWHERE] = count(holding.cards & ~fitting)
    row[LOT_REACH] = 1 - no_lot
    row[OPENINGS] = taken


cdef float miss_of(int unknown, float share, uint64_t cards) noexcept nogil:
    """The chance that none of some unknown cards is one of these unseen cards."""
    return all_miss(unknown, 1 - share * count(cards))


cdef void fill_cards(const Holding* holding, uint64_t unseen, float share, float* row) noexcept nogil:
    """Fills the face values of the known real cards, and the lines that these cards form together."""
    cdef uint64_t rest = holding.cards, third, fourth
    cdef int[HAND] card
    cdef int n = 0, i, j, m, triples = 0
    cdef Line pair
    while rest and n < HAND:
        card[n] = lowest(rest)
        row[FACES] += TABLES.value[card[n]]
        rest = without_lowest(rest)
        n += 1
    for i in range(n):
        for j in range(i):
            pair = join(TABLES.line[card[i]], TABLES.line[card[j]])
            third = cards_allowed(&TABLES, values_allowed(&TABLES, pair))
            if holding.unknown:
                row[TRIPLE_DRAWS] += 1 - miss_of(holding.unknown, share, third & unseen)
            for m in range(j):
                if third >> card[m] & 1:
                    triples += 1
                    fourth = cards_allowed(&TABLES, values_allowed(&TABLES, join(pair, TABLES.line[card[m]])))
                    if holding.unknown:
                        row[LOT_DRAWS] += 1 - miss_of(holding.unknown, share, fourth & unseen)
    row[TRIPLES] = triples
    row[LOTS_HELD] = triples == 4
    row[LOTS_WITH_WILDS] = (triples > 0 and holding.wilds) or (n >= 2 and holding.wilds == 2)
    row[PAIRS] = n >= 2


cdef bint know_all(const Kwatro* k, Holding* holding, uint64_t unseen, int wilds) noexcept nogil:
    """Whether all hands are known and no cards are left to draw. Cards that only one player can have are known."""
    cdef int p, at = -1
    if k.pile_size or k.head.to_move == CHANCE:
        return False
    for p in range(k.head.players):
        if holding[p].unknown:
            if at >= 0:
                return False
            at = p
    if at >= 0:
        holding[at].cards |= unseen
        holding[at].wilds += wilds
        holding[at].known += holding[at].unknown
        holding[at].unknown = 0
    return True


cdef void fill_finish(const Rules* rules, const Kwatro* k, const Holding* holding, Kwatro* copied, float* rows) noexcept nogil:
    """Fills the features of a position without a pile whose hands are all known. The other features stay 0."""
    cdef int p, next = k.head.to_move
    cdef float* row
    for p in range(k.head.players):
        row = rows + p * FEATURE_COUNT
        row[FINISHED] = 1
        row[HAND_SIZE] = holding[p].known
        row[WILDS] = holding[p].wilds
        row[BEST_KNOWN] = best_known_play(rules, copied, p, &holding[p])
        fill_cards(&holding[p], 0, 0, row)
    rows[next * FEATURE_COUNT + FINISHED_NEXT] = 1
    rows[next * FEATURE_COUNT + BEST_KNOWN_NEXT] = rows[next * FEATURE_COUNT + BEST_KNOWN]
    for p in range(k.head.players):
        copied.hand[p].cards = holding[p].cards
        copied.hand[p].wilds = holding[p].wilds
        copied.hand[p].size = holding[p].known
    copied.mover = next
    finish(rules, copied)
    for p in range(k.head.players):
        rows[p * FEATURE_COUNT + FINISH] = copied.head.score[p] - k.head.score[p]


cdef void features(const Rules* rules, const State* state, int observer, float* rows) noexcept nogil:
    cdef const Kwatro* k = <const Kwatro*>state
    cdef Holding[4] holding
    cdef Opening[MAX_FRONTIER] openings
    cdef uint64_t unseen
    cdef int wilds = read_hands(k, observer, holding, &unseen)
    cdef int hidden = count(unseen) + wilds, n
    cdef int p, q, players = state.players
    cdef int next = state.to_move if state.to_move >= 0 else (k.mover + 1) % players
    cdef float[4] held, reached
    cdef float* row
    cdef Kwatro copied
    memset(rows, 0, players * FEATURE_COUNT * sizeof(float))
    copy_used(&copied, k)
    if know_all(k, holding, unseen, wilds):
        fill_finish(rules, k, holding, &copied, rows)
        return
    n = find_openings(k, unseen, hidden, openings)
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
        row[BOARD] = n
        if holding[p].known:
            row[BEST_KNOWN] = best_known_play(rules, &copied, p, &holding[p])
        fill_cards(&holding[p], unseen, 1.0 / max(hidden, 1), row)
        for q in range(players):
            if q != p:
                row[HAND_LEFT] += holding[q].known + holding[q].unknown
                row[OTHER_WILDS] += held[q]
                row[OTHERS_REACH] += reached[q]
        if p == next:
            row[REACH_NEXT] = row[REACH]
            row[LOT_REACH_NEXT] = row[LOT_REACH]
            row[OPENINGS_NEXT] = row[OPENINGS]
            row[BEST_KNOWN_NEXT] = row[BEST_KNOWN]
            row[BOARD_NEXT] = n
    if cards_to_stay(k) <= SAMPLED_PILE:
        add_sampled_finishes(rules, k, holding, unseen, wilds, rows + FINISH, FEATURE_COUNT)
