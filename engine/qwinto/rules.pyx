"""The table of Qwinto's functions."""

from libc.string cimport memcpy, memset

from kiebitz.engine.qwinto.canonical cimport canonicalize
from kiebitz.engine.qwinto.determinize cimport deal, determinize, mask, observed
from kiebitz.engine.qwinto.endings cimport hash, perfect_information, simultaneous
from kiebitz.engine.qwinto.features cimport FEATURE_NAMES, FEATURES, PHASES, features, phase
from kiebitz.engine.qwinto.margin_model cimport margin_model
from kiebitz.engine.qwinto.movegen cimport generate
from kiebitz.engine.qwinto.outcomes cimport outcomes
from kiebitz.engine.qwinto.policy cimport greedy, heuristic
from kiebitz.engine.qwinto.state cimport Qwinto
from kiebitz.engine.qwinto.turn cimport make, unmake


cdef Rules qwinto_rules(const int32_t* options) noexcept:
    cdef Rules rules
    memset(&rules, 0, sizeof(Rules))
    rules.state_size = sizeof(Qwinto)
    memcpy(rules.options, options, sizeof(rules.options))
    rules.deal = deal
    rules.generate = rules.candidates = generate
    rules.make = make
    rules.unmake = unmake
    rules.mask = mask
    rules.determinize = determinize
    rules.greedy = greedy
    rules.heuristic = heuristic
    rules.value.margin_model = margin_model
    rules.value.feature_count = FEATURES
    rules.value.phases = PHASES
    rules.value.feature_names = FEATURE_NAMES
    rules.value.phase = phase
    rules.value.features = features
    rules.extras.perfect_information = perfect_information
    rules.extras.canonicalize = canonicalize
    rules.extras.hash = hash
    rules.extras.outcomes = outcomes
    rules.extras.simultaneous = simultaneous
    rules.extras.observed = observed
    return rules
