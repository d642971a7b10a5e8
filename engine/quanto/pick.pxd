# Any legal move, each with the same chance, without listing the others.
#
#   hand 3 5* J:   3: at most 8 moves   5*: at most 6   J: at most 20    ->   a number below 34, say 5: number 5 of the 3
#
# Each card gets a share of numbers, a bound of how many moves it has that is told by its groups alone. Only for the card
# whose share holds the number drawn are the takes made; a number without a move is drawn again. So every move is one
# number, and its chance is the same.

from kiebitz.engine.game cimport Move, MoveList, Rules, State
from kiebitz.engine.rng cimport Rng


cdef int pick(const Rules* rules, const State* state, MoveList* list, Rng* rng, Move* move) except -1 nogil
