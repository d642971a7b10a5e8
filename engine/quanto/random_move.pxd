# A uniformly random legal move, without listing all moves.
#
#   hand 3 5* J:   3: at most 8 moves, 5*: at most 6, J: at most 20   ->   number 5 of 34 is move 5 of the 3
#
# Each playable card gets a share of the numbers. The share is an upper bound of the number of its moves; it follows
# from the groups alone. Takes are made only for the card whose share holds the random number. If that number is no
# move, another one is drawn. Each move belongs to exactly one number, so all moves have the same chance.

from kiebitz.engine.game cimport Move, MoveList, Rules, State
from kiebitz.engine.rng cimport Rng


# The list is scratch memory.
cdef int random_move(const Rules* rules, const State* state, MoveList* list, Rng* rng, Move* move) except -1 nogil
