# Replies: moves that refuted one move of a decision are tried first against its other moves.
#
#   ply 3    move A            refuted by R at ply 4, and R does not touch A: so R was possible before A too
#            move B            R does not touch B: R is legal after B, with the same points. Ply 4 begins with R
#
# So the next ply needs no list of moves if R refutes B too. In card games with open hands 98 of 100 cutoffs come from the
# first move tried.

from kiebitz.engine.game cimport Move, State, as_it_lies, same
from kiebitz.engine.kernels.search_stack cimport REPLIES, Ply, SearchStack, is_move


cdef inline void suggest_reply(SearchStack* stack, const State* state, int ply, Move move) noexcept nogil:
    """Lets the next ply begin with a reply that refuted another move of this ply. Call it before the move is made."""
    cdef Ply* here = &stack.ply[ply]
    cdef int i
    stack.ply[ply + 1].early = stack.ply[ply + 1].cut = as_it_lies()
    for i in range(here.replies):
        if stack.rules.extras.independent(stack.rules, state, here.reply[i], move):
            stack.ply[ply + 1].early = here.reply[i]
            return


cdef inline void note_reply(SearchStack* stack, const State* state, int ply, Move move) noexcept nogil:
    """Remembers the reply that refuted a move, if it does not touch that move. Call it after the move is taken back."""
    cdef Ply* here = &stack.ply[ply]
    cdef Move reply = stack.ply[ply + 1].cut
    cdef int at
    if stack.rules.extras.independent == NULL or not is_move(reply):
        return
    if not stack.rules.extras.independent(stack.rules, state, reply, move):
        return
    at = 0
    while at < here.replies and not same(here.reply[at], reply):
        at += 1
    if at == here.replies:
        here.replies = min(at + 1, <int>REPLIES)
        at = here.replies - 1
    while at:
        here.reply[at] = here.reply[at - 1]
        at -= 1
    here.reply[0] = reply
