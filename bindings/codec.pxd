# Between a game's state and plain Python.
#
#   State [ to_move players viewer score | hands, pile, ... ]  -- facts -->  {"game": "climb", "hands": [["12"], []], ...}
#                                                              <-- fill --
#
# docs/facts.md says what facts are. A codec does here what is the same in every game; a game overrides the rest.

from libc.stdint cimport uint8_t, uint64_t

from kiebitz.engine.game cimport Move, Rules, State


cdef class Codec:
    cdef str game                       # the name of the game in facts
    cdef dict texts                     # card texts by the engine's number of a card
    cdef dict numbers                   # the other way round
    cdef uint8_t hidden                 # the number of a hidden card in a pile

    # A game writes these. Its own facts are all but game, players, to_move, viewer, hands and hand_sizes.
    cdef int own_rules(self, Rules* rules) except -1                # zero but for the options
    cdef str text(self, Move move, tuple names)
    # The move with these fields (`move_fields`), legal or not. Returns False if there is none. Only for games whose rules
    # have `extras.legal`.
    cdef bint read(self, const State* state, dict fields, tuple names, Move* move) except -1
    cdef dict own_facts(self, const State* state)
    cdef int fill_own(self, State* state, dict facts) except -1     # the state is zero but for its head
    cdef list hand(self, const State* state, int player)            # the known cards, in the order of the facts
    cdef int hand_size(self, const State* state, int player) except -1
    cdef int fill_hand(self, State* state, int player, cards, int size) except -1  # after `fill_own`

    # The same for every game.
    cdef int rules(self, Rules* rules, list codes) except -1        # codes: see `RuleOptions.codes`
    cdef dict facts(self, const State* state)
    cdef int fill(self, State* state, dict facts) except -1

    cdef bint is_move(self, Move move, tuple names) except -1       # for bits of unknown origin; `text` must bear any bits

    # Parts that games share.
    cdef list scores(self, const State* state)
    cdef int fill_scores(self, State* state, scores) except -1
    cdef list row(self, const uint8_t* cards, int count)            # the texts of cards in order, None for hidden ones
    cdef int fill_row(self, uint8_t* cards, texts) except -1
    cdef list sorted_set(self, uint64_t cards)                      # the texts of a set of cards, sorted
    cdef uint64_t set_of(self, texts) except? 0
