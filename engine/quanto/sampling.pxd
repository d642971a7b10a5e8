# The actions of a large display, and uniformly random moves of it by rejection.
#
#   hand 8 J:   few     [ 8 discards | J discards | extensions ... ]                           each move by itself
#               action  [ 8 takes . | 8 creates 2 with . | J as 1 takes . | J as 2 takes . | ... ]   many moves each
#
# An action is a move without its cards. Its proposals are the choices of display cards whose sum is right, each with and
# without a bonus if there may be one. A proposal is accepted if `legal_take` says that it is a move. A move has one description,
# so all moves have the same chance, and there are about as many moves as proposals times the share that is accepted.

from kiebitz.engine.game cimport Move, MoveList, Rules
from kiebitz.engine.quanto.cards cimport JOKER
from kiebitz.engine.quanto.state cimport Quanto
from kiebitz.engine.rng cimport Rng

cdef enum:
    ACTIONS = 288           # 9 actions for each of at most 21 cards, 12 captures, 6 collects and 44 creates for a joker


cdef struct Action:
    Move move               # without the cards that it takes
    int sum                 # of the groups
    int residue             # the sum of the taken numbers modulo `sum`, if no joker is taken
    int base                # number of the creating card; 0: none
    bint bonus              # whether a bonus may come with it
    double weight           # number of proposals


cdef struct Ways:           # choices of cards up to this one whose sum has this residue, by card and residue
    double of[JOKER][12]


cdef struct Actions:
    const Rules* rules
    const Quanto* q
    Action action[ACTIONS]
    int size
    double weight           # number of proposals of all actions
    double few              # number of moves that are no proposals
    Ways ways[13]           # by sum
    long long proposed
    long long accepted


# Lists the actions. Appends the moves that belong to none of them: discards, fills and, without EXTEND_GROUPS, extensions.
cdef int find_actions(Actions* actions, const Rules* rules, const Quanto* q, MoveList* few) except -1 nogil
# Draws a move that belongs to an action; all of them have the same chance. Returns False if `tries` proposals are refused.
cdef bint sample_move(Actions* actions, int tries, Rng* rng, Move* move) noexcept nogil
# About how many moves there are, by the proposals so far.
cdef double estimated_moves(const Actions* actions) noexcept nogil
