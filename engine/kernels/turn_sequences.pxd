# Turn sequences: all sequences of decisions that a player may make before nature or another player moves.
#
#     G5@TL, write Y7        two decisions: place a card, write a number
#     swap YO2@0,1, BX2@...  two decisions: swap a card, place a card
#
# The value of a sequence is the utility of the state after it, as the player knows it. If other players still
# decide at the same time, and their heuristic decisions end the game, the state has the values of that end.
#
# A sequence ends after TURN_DECISIONS decisions even if the player is still to move.

from kiebitz.engine.game cimport Move, MoveList, Rules, State

cdef enum:
    TURN_DECISIONS = 4


cdef struct Prospect:       # of one player in one state
    double margin           # expected final margin, in points
    double win              # expected win share, 0..1


cdef struct TurnSequence:
    Move move[TURN_DECISIONS]
    int length              # decisions
    Prospect prospect
    double value            # of the prospect for a choice, see evaluation.pxd


cdef struct SequenceList:   # grows as needed; the owner calls sequences_free
    TurnSequence* sequence
    Py_ssize_t size
    Py_ssize_t capacity


cdef struct SequenceLister:  # memory of one thread, and how states are valued
    const Rules* rules
    int player
    int branching           # all moves are tried in the first `branching` decisions; later the heuristic moves
    bint learned            # states have their learned value; else the present margin
    double points           # utility = points * margin + wins * win share
    double wins
    long long nodes         # moves made
    long long most_nodes    # after so many nodes the heuristic makes all decisions but the first of each sequence
    MoveList* first         # the moves of the first decision; NULL: list them
    MoveList legal[TURN_DECISIONS]
    void* undo[TURN_DECISIONS]
    State* end              # the state after the decisions of other players


cdef int lister_new(SequenceLister* lister, const Rules* rules) except -1 nogil
cdef void lister_free(SequenceLister* lister) noexcept nogil
cdef void sequences_free(SequenceList* sequences) noexcept nogil
# Lists the `width` best sequences of the player to move, best first. 0 lists all sequences, in the order of their moves.
# The state is the same afterwards.
cdef int list_sequences(SequenceLister* lister, State* state, int width, SequenceList* sequences) except -1 nogil
# Writes the prospect of the best sequence.
cdef int best_sequence_prospect(SequenceLister* lister, State* state, Prospect* best) except -1 nogil
# Writes the prospect of a state that is over for the lister's player.
cdef void end_prospect(const State* state, int player, Prospect* prospect) noexcept nogil


cdef inline double utility_of(const SequenceLister* lister, const Prospect* prospect) noexcept nogil:
    return lister.points * prospect.margin + lister.wins * prospect.win
