# The knowledge of an observer of Quanto: the hands, and the cards that they can win in the next turn.
#
# A hand has known and unknown cards. An unknown card is each unseen card with the same chance. The haul of a number is the
# count of cards that a play of this number wins from the present display, with the played card. It is 0 if the play takes
# nothing. The reach of a hand is its expected best haul, including stacks.
#
#   display 2 4 4 8    hauls: 3 for 4 (4, 4), 4 for 8 (8, 4 4), 3 for 12 (4 8)    hand 8 4 11 12: reach 4

from kiebitz.engine.game cimport Rules
from kiebitz.engine.quanto.cards cimport Cards, count_of
from kiebitz.engine.quanto.state cimport SEATS, Quanto


cdef struct Holding:        # a player's hand as the observer knows it
    Cards known
    int unknown             # number of unknown cards, including the cards about to be drawn
    const float* missed     # by unseen copies of a card: chance that the unknown cards include no copy


cdef struct Knowledge:      # what the observer knows about all players
    Holding holding[SEATS]
    Holding acting          # the cards that the next player chooses from
    Cards unseen
    int hidden              # number of unseen cards
    int haul[13]            # by number
    int best_haul
    int display             # number of cards in the display
    int fresh               # number of cards that the display is about to get
    int next                # the next player to decide


cdef void find_knowledge(const Rules* rules, const Quanto* q, int observer, Knowledge* k) noexcept nogil
# The reach of a hand of player p; adds the expected sum of the hand's hauls to `hauls`.
cdef float reach(const Knowledge* k, const Quanto* q, int p, const Holding* holding, float* hauls) noexcept nogil


cdef inline float lacks(const Knowledge* k, const Holding* holding, int number) noexcept nogil:
    """Chance that the hand has no card of the number; 0 is the joker."""
    return 0 if count_of(holding.known, number) else holding.missed[count_of(k.unseen, number)]


cdef inline float expected(const Knowledge* k, const Holding* holding, int number) noexcept nogil:
    """Expected copies of a number in the hand; 0 is the joker."""
    return count_of(holding.known, number) + (
        <float>holding.unknown * count_of(k.unseen, number) / k.hidden if holding.unknown else 0)
