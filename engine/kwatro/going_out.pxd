# Going out: the plays that end the game at once, and what the other player's plays of this kind say about a move.
#
# With an empty pile a play of the whole hand ends the game. Suppose that the other player can go out now for 40 points.
# A move for 6 points that does not touch this play changes the margin by at most 6 - 40, because the play stays possible.
#
#      .  e  .         q    cells of the play Q
#   e YO3 q  e         e    its ends: the empty cells at the ends of all its lines
#      .  q  .         A move without a card on a q or an e leaves the lines of Q as they are.
#      .  e  .
#
# The wilds of the board are tested together after every play. So if both Q and the move touch a wild, Q may become
# impossible.

from libc.stdint cimport int32_t

from kiebitz.engine.game cimport Move, MoveList, Rules, State

# See Extras in game.pxd.
cdef int32_t last_move(const Rules* rules, const State* state, Move* move) noexcept nogil
cdef int other_moves(const Rules* rules, const State* state, MoveList* list) except -1 nogil
cdef bint independent(const Rules* rules, const State* state, Move reply, Move move) noexcept nogil
