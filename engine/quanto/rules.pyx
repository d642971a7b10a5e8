"""Quanto's deal and the rules table."""

from libc.math cimport sqrt
from libc.string cimport memcpy, memset

from kiebitz.engine.game cimport OVER, MarginModel, State
from kiebitz.engine.quanto.actions cimport generate
from kiebitz.engine.quanto.cards cimport DECK, TABLES
from kiebitz.engine.quanto.endings cimport key, settled
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


cdef void margin_model(const Rules* rules, const State* state, int player, int next, MarginModel* model) noexcept nogil:
    """The variance grows with the cards still to be played."""
    cdef const Quanto* q = <const Quanto*>state
    cdef int p, left = q.pile_size
    model.sd = model.shift = model.rollout_bias = model.rollout_bias_sd = 0
    if state.to_move == OVER:
        return
    for p in range(state.players):
        left += q.hand_size[p]
    if state.players == 2:
        model.sd = sqrt(SPREAD_FIXED_TWO + SPREAD_PER_CARD_TWO * left)
    else:
        model.sd = sqrt(SPREAD_FIXED_MORE + SPREAD_PER_CARD_MORE * left)


cdef Rules quanto_rules(const int32_t* options) noexcept:
    cdef Rules rules
    memset(&rules, 0, sizeof(Rules))
    rules.state_size = sizeof(Quanto)
    memcpy(rules.options, options, sizeof(rules.options))
    rules.deal = deal
    rules.generate = rules.candidates = generate
    rules.extras.random_move = pick
    rules.make = make
    rules.unmake = unmake
    rules.mask = hide
    rules.determinize = sample
    rules.greedy = greedy
    rules.heuristic = greedy
    rules.value.margin_model = margin_model
    rules.value.feature_count = FEATURES
    rules.value.phases = STAGES
    rules.value.feature_names = FEATURE_NAMES
    rules.value.phase = stage
    rules.value.features = describe
    rules.extras.perfect_information = settled
    rules.extras.hash = key
    rules.extras.outcomes = outcomes
    rules.extras.reconstruct_hand = recall
    return rules
