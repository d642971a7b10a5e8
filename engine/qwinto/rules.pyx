"""The rules table of Qwinto."""

from libc.string cimport memcpy, memset

from kiebitz.engine.qwinto.endings cimport key, settled
from kiebitz.engine.qwinto.moves cimport generate, outcomes
from kiebitz.engine.qwinto.policy cimport greedy, heuristic, margin_model
from kiebitz.engine.qwinto.prospects cimport FEATURE_NAMES, FEATURES, STAGES, describe, stage
from kiebitz.engine.qwinto.table cimport Qwinto
from kiebitz.engine.qwinto.turns cimport make, unmake
from kiebitz.engine.qwinto.worlds cimport deal, hide, sample, show


cdef Rules qwinto_rules(const int32_t* options) noexcept:
    cdef Rules rules
    memset(&rules, 0, sizeof(Rules))
    rules.state_size = sizeof(Qwinto)
    memcpy(rules.options, options, sizeof(rules.options))
    rules.deal = deal
    rules.generate = rules.candidates = generate
    rules.make = make
    rules.unmake = unmake
    rules.mask = hide
    rules.determinize = sample
    rules.greedy = greedy
    rules.heuristic = heuristic
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
    return rules
