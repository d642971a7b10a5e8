"""The table of Kwatro's functions."""

from libc.string cimport memcpy, memset

from kiebitz.engine.kwatro.canonical cimport canonicalize
from kiebitz.engine.kwatro.dead_table cimport scores_final
from kiebitz.engine.kwatro.determinize cimport deal, determinize, mask, observed, reconstruct_hand
from kiebitz.engine.kwatro.endings cimport hash, perfect_information
from kiebitz.engine.kwatro.going_out cimport independent, last_move, other_moves
from kiebitz.engine.kwatro.features cimport FEATURE_COUNT, FEATURE_NAMES, PHASES, features, phase
from kiebitz.engine.kwatro.margin_model cimport margin_model
from kiebitz.engine.kwatro.movegen.moves cimport candidates, generate, use_of
from kiebitz.engine.kwatro.outcomes cimport outcomes
from kiebitz.engine.kwatro.policy cimport greedy, thrifty
from kiebitz.engine.kwatro.state cimport Kwatro
from kiebitz.engine.kwatro.turn cimport make, unmake


cdef Rules kwatro_rules(const int32_t* options) noexcept:
    cdef Rules rules
    memset(&rules, 0, sizeof(Rules))
    rules.state_size = sizeof(Kwatro)
    memcpy(rules.options, options, sizeof(rules.options))
    rules.deal = deal
    rules.generate = generate
    rules.candidates = candidates
    rules.make = make
    rules.unmake = unmake
    rules.mask = mask
    rules.determinize = determinize
    rules.greedy = greedy
    rules.heuristic = thrifty
    rules.value.feature_count = FEATURE_COUNT
    rules.value.phases = PHASES
    rules.value.feature_names = FEATURE_NAMES
    rules.value.phase = phase
    rules.value.features = features
    rules.value.margin_model = margin_model
    rules.extras.canonicalize = canonicalize
    rules.extras.hash = hash
    rules.extras.perfect_information = perfect_information
    rules.extras.scores_final = scores_final
    rules.extras.last_move = last_move
    rules.extras.other_moves = other_moves
    rules.extras.independent = independent
    rules.extras.observed = observed
    rules.extras.reconstruct_hand = reconstruct_hand
    rules.extras.outcomes = outcomes
    rules.extras.use = use_of
    return rules
