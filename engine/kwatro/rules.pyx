"""The table of functions that makes Kwatro a game for the search."""

from libc.string cimport memcpy, memset

from kiebitz.engine.kwatro.board cimport Kwatro, Undo
from kiebitz.engine.kwatro.endings cimport ESSENCE, essence, key, settled
from kiebitz.engine.kwatro.moves cimport generate
from kiebitz.engine.kwatro.outcomes cimport outcomes
from kiebitz.engine.kwatro.outlook cimport drift, flattery, spread
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
    rules.undo_size = sizeof(Undo)
    memcpy(rules.options, options, sizeof(rules.options))
    rules.deal = deal
    rules.generate = generate
    rules.propose = propose
    rules.make = make
    rules.unmake = unmake
    rules.hide = hide
    rules.sample = sample
    rules.greedy = greedy
    rules.heuristic = greedy
    rules.spread = spread
    rules.drift = drift
    rules.flattery = flattery
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
    rules.show = show
    rules.recall = recall
    return rules
