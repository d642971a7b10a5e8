"""Quanto's deal and the rules table."""

from libc.math cimport sqrt
from libc.string cimport memcpy, memset

from kiebitz.engine.game cimport OVER, State
from kiebitz.engine.quanto.actions cimport generate
from kiebitz.engine.quanto.cards cimport DECK, TABLES
from kiebitz.engine.quanto.endings cimport ESSENCE, essence, key, settled
from kiebitz.engine.quanto.greedy cimport greedy
from kiebitz.engine.quanto.outcomes cimport outcomes
from kiebitz.engine.quanto.pick cimport pick
from kiebitz.engine.quanto.prospects cimport FEATURE_NAMES, FEATURES, STAGES, describe, stage
from kiebitz.engine.quanto.recall cimport recall
from kiebitz.engine.quanto.table cimport NOBODY, Quanto, base_size
from kiebitz.engine.quanto.turn cimport draw, fill_display, make, unmake
from kiebitz.engine.quanto.worlds cimport hide, sample
from kiebitz.engine.rng cimport Rng, shuffle

# With more players the margin is to the best of several others, which varies less. Fitted to the wins of strong players
# among themselves: python -m tools.tuning.fit_spread quanto --solver best:worlds=30
cdef double SPREAD_FIXED_TWO = 31.0
cdef double SPREAD_PER_CARD_TWO = 1.5
cdef double SPREAD_FIXED_MORE = 36.0
cdef double SPREAD_PER_CARD_MORE = 0.3


cdef void deal(const Rules* rules, State* state, int players, Rng* rng) noexcept nogil:
    """Nothing is shuffled after the deal, so the noise of the state stays 0."""
    cdef Quanto* q = <Quanto*>state
    cdef int p, i
    memset(q, 0, sizeof(Quanto))
    state.players = players
    state.viewer = NOBODY
    q.last_taker = NOBODY
    memcpy(q.pile, TABLES.each, DECK)
    shuffle(q.pile, DECK, rng)
    q.pile_size = DECK
    for p in range(players):
        q.hand_size[p] = base_size(rules, q)
        for i in range(q.hand_size[p]):
            q.hand[p] += TABLES.one[draw(q)]
    fill_display(rules, q)


cdef double spread(const Rules* rules, const State* state) noexcept nogil:
    """The variance grows with the cards still to be played."""
    cdef const Quanto* q = <const Quanto*>state
    cdef int p, left = q.pile_size
    if state.to_move == OVER:
        return 0.0
    for p in range(state.players):
        left += q.hand_size[p]
    if state.players == 2:
        return sqrt(SPREAD_FIXED_TWO + SPREAD_PER_CARD_TWO * left)
    return sqrt(SPREAD_FIXED_MORE + SPREAD_PER_CARD_MORE * left)


cdef Rules quanto_rules(const int32_t* options) noexcept:
    cdef Rules rules
    memset(&rules, 0, sizeof(Rules))
    rules.state_size = sizeof(Quanto)
    rules.undo_size = sizeof(Quanto)
    memcpy(rules.options, options, sizeof(rules.options))
    rules.deal = deal
    rules.generate = rules.propose = generate
    rules.pick = pick
    rules.make = make
    rules.unmake = unmake
    rules.hide = hide
    rules.sample = sample
    rules.greedy = greedy
    rules.heuristic = greedy
    rules.spread = spread
    rules.features = FEATURES
    rules.stages = STAGES
    rules.feature_names = FEATURE_NAMES
    rules.stage = stage
    rules.describe = describe
    rules.settled = settled
    rules.key = key
    rules.essence = essence
    rules.essence_size = ESSENCE
    rules.outcomes = outcomes
    rules.recall = recall
    return rules
