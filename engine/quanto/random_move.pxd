# A uniformly random legal move, without listing all moves.
#
#   hand 3 5* J:   3: at most 8 moves, 5*: at most 6, J: at most 20   ->   number 5 of 34 is move 5 of the 3
#
# Each playable card gets a share of the numbers. The size of a share is an upper bound of the card's number of moves. The
# groups alone give this bound. Takes are made only for the card whose share holds the random number. If the number has no
# move, another one is drawn. Each move belongs to exactly one number, so all moves have the same chance.

from kiebitz.engine.game cimport Move, MoveList, Rules, State
from kiebitz.engine.rng cimport Rng


# The list is scratch memory.
cdef int random_move(const Rules* rules, const State* state, MoveList* list, Rng* rng, Move* move) except -1 nogil
