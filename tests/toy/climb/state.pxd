# The state of Climb in a view: 17 lies open, player 0 holds 12, 18 and 21.
#
#   head | top 17 | seen {17, ...} | hand {12, 18, 21} {} | hand_size 3 3 | pile 0 0 0 ...
#
# Card n is bit n of a set. In a view hidden cards are missing in the sets and 0 in the pile; sizes count them.

from libc.stdint cimport int8_t, uint8_t, uint64_t

from kiebitz.engine.game cimport MAX_PLAYERS, State

cdef enum:
    CARDS = 20
    FIRST = 10          # the cards are 10 to 29
    HAND_SIZE = 0       # index of the option


cdef struct Climb:
    State head
    uint64_t seen               # the cards that were played or turned up
    uint64_t hand[MAX_PLAYERS]
    uint8_t hand_size[MAX_PLAYERS]
    uint8_t pile[CARDS]         # bottom first
    uint8_t pile_size
    uint8_t top
    int8_t mover                # the player who played last
