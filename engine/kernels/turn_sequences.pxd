# Turn sequences: all sequences of decisions that a player may make before nature or another player moves.
#
#     G5@TL, write Y7        two decisions: place a card, write a number
#     swap YO2@0,1, BX2@...  two decisions: swap a card, place a card
#
# The value of a sequence is the value of the state after it, as the player knows it.
#
# A sequence ends after TURN_DECISIONS decisions even if the player is still to move.

from kiebitz.engine.game cimport Move, MoveList, Rules, State

cdef enum:
    TURN_DECISIONS = 4


cdef struct TurnSequence:
    Move move[TURN_DECISIONS]
    int length              # decisions
    double value            # margin, in points


cdef struct SequenceList:   # grows as needed; the owner calls sequences_free
    TurnSequence* sequence
    Py_ssize_t size
    Py_ssize_t capacity


cdef struct SequenceLister:  # memory of one thread, and how states are valued
    const Rules* rules
    int player
    int branching           # all moves are tried in the first `branching` decisions; later the heuristic moves
    bint learned            # states have their learned value; else the present margin
    long long nodes         # moves made
    MoveList legal[TURN_DECISIONS]
    void* undo[TURN_DECISIONS]


cdef int lister_new(SequenceLister* lister, const Rules* rules) except -1 nogil
cdef void lister_free(SequenceLister* lister) noexcept nogil
cdef void sequences_free(SequenceList* sequences) noexcept nogil
# Lists the `width` best sequences of the player to move, best first. 0 lists all sequences, in the order of their moves.
# The state is the same afterwards.
cdef int list_sequences(SequenceLister* lister, State* state, int width, SequenceList* sequences) except -1 nogil
# The value of the best sequence.
cdef int best_sequence_value(SequenceLister* lister, State* state, double* value) except -1 nogil
