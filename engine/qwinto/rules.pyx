"""The rules table of Qwinto."""

from libc.string cimport memcpy, memset

from kiebitz.engine.qwinto.bounds cimport bounds
from kiebitz.engine.qwinto.endings cimport ESSENCE, essence, key, settled
from kiebitz.engine.qwinto.moves cimport generate, outcomes
from kiebitz.engine.qwinto.policy cimport greedy, heuristic, spread
from kiebitz.engine.qwinto.prospects cimport FEATURE_NAMES, FEATURES, STAGES, describe, stage
from kiebitz.engine.qwinto.table cimport Qwinto
from kiebitz.engine.qwinto.turns cimport make, unmake
from kiebitz.engine.qwinto.worlds cimport deal, hide, sample, show


cdef Rules qwinto_rules(const int32_t* options) noexcept:
    cdef Rules rules
    memset(&rules, 0, sizeof(Rules))
    rules.state_size = sizeof(Qwinto)
    rules.undo_size = sizeof(Qwinto)
    memcpy(rules.options, options, sizeof(rules.options))
    rules.deal = deal
    rules.generate = rules.propose = generate
    rules.make = make
    rules.unmake = unmake
    rules.hide = hide
    rules.sample = sample
    rules.greedy = greedy
    rules.heuristic = heuristic
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
    rules.bounds = bounds
    rules.show = show
    return rules
