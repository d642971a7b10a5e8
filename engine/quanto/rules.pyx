"""The table of Quanto's functions."""

from libc.string cimport memcpy, memset

from kiebitz.engine.quanto.determinize cimport deal, determinize, mask, reconstruct_hand
from kiebitz.engine.quanto.endings cimport hash, perfect_information
from kiebitz.engine.quanto.features cimport FEATURE_NAMES, FEATURES, PHASES, features, phase
from kiebitz.engine.quanto.legal cimport legal
from kiebitz.engine.quanto.margin_model cimport margin_model
from kiebitz.engine.quanto.movegen cimport generate
from kiebitz.engine.quanto.outcomes cimport outcomes
from kiebitz.engine.quanto.policy cimport greedy
from kiebitz.engine.quanto.random_move cimport random_move
from kiebitz.engine.quanto.selection cimport candidates, generate_some
from kiebitz.engine.quanto.state cimport Quanto
from kiebitz.engine.quanto.turn cimport make, unmake


cdef Rules quanto_rules(const int32_t* options) noexcept:
    cdef Rules rules
    memset(&rules, 0, sizeof(Rules))
    rules.state_size = sizeof(Quanto)
    memcpy(rules.options, options, sizeof(rules.options))
    rules.deal = deal
    rules.generate = generate
    rules.candidates = candidates
    rules.make = make
    rules.unmake = unmake
    rules.mask = mask
    rules.determinize = determinize
    rules.greedy = rules.heuristic = greedy
    rules.value.margin_model = margin_model
    rules.value.feature_count = FEATURES
    rules.value.phases = PHASES
    rules.value.feature_names = FEATURE_NAMES
    rules.value.phase = phase
    rules.value.features = features
    rules.extras.perfect_information = perfect_information
    rules.extras.hash = hash
    rules.extras.reconstruct_hand = reconstruct_hand
    rules.extras.outcomes = outcomes
    rules.extras.random_move = random_move
    rules.extras.legal = legal
    rules.extras.generate_some = generate_some
    return rules
