"""The rules table of Qwinto."""

from libc.string cimport memcpy

from kiebitz.engine.qwinto.moves cimport generate
from kiebitz.engine.qwinto.policy cimport greedy, spread
from kiebitz.engine.qwinto.table cimport Qwinto
from kiebitz.engine.qwinto.turns cimport event, make, unmake
from kiebitz.engine.qwinto.worlds cimport deal, hide, sample, seen


cdef Rules qwinto_rules(const int32_t* options) noexcept:
    cdef Rules rules
    rules.name = b"qwinto"
    rules.state_size = sizeof(Qwinto)
    rules.undo_size = sizeof(Qwinto)
    memcpy(rules.options, options, sizeof(rules.options))
    rules.deal = deal
    rules.generate = rules.propose = generate
    rules.make = make
    rules.unmake = unmake
    rules.event = event
    rules.hide = hide
    rules.seen = seen
    rules.sample = sample
    rules.greedy = greedy
    rules.heuristic = greedy
    rules.spread = spread
    rules.features = rules.stages = 0
    rules.weights = rules.deviations = NULL
    return rules
