"""The table of functions that makes Kwatro a game for the search."""

from libc.string cimport memcpy, memset

from kiebitz.engine.kwatro.board cimport Kwatro
from kiebitz.engine.kwatro.endings cimport key, settled
from kiebitz.engine.kwatro.moves cimport generate
from kiebitz.engine.kwatro.outcomes cimport outcomes
from kiebitz.engine.kwatro.outlook cimport margin_model
from kiebitz.engine.kwatro.policy cimport greedy
from kiebitz.engine.kwatro.proposals cimport propose
from kiebitz.engine.kwatro.prospects cimport FEATURE_NAMES, FEATURES, STAGES, describe, stage
from kiebitz.engine.kwatro.recall cimport recall, show
from kiebitz.engine.kwatro.turns cimport make, unmake
from kiebitz.engine.kwatro.worlds cimport deal, hide, sample


cdef Rules kwatro_rules(const int32_t* options) noexcept:
    cdef Rules rules
    memset(&rules, 0, sizeof(Rules))
    rules.state_size = sizeof(Kwatro)
    memcpy(rules.options, options, sizeof(rules.options))
    rules.deal = deal
    rules.generate = generate
    rules.candidates = propose
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
    rules.extras.observed = show
    rules.extras.reconstruct_hand = recall
    return rules
