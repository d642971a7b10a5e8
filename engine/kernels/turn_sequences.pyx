"""Sequences of a player's decisions in a turn."""

from libc.stdlib cimport free
from libc.string cimport memmove, memset

from kiebitz.engine.game cimport is_final, list_free, list_push, present_margin
from kiebitz.engine.kernels.evaluation cimport expected_margin
from kiebitz.engine.memory cimport allocate, grow


cdef int lister_new(SequenceLister* lister, const Rules* rules) except -1 nogil:
    cdef int i
    memset(lister, 0, sizeof(SequenceLister))
    lister.rules = rules
    lister.branching = TURN_DECISIONS
    for i in range(TURN_DECISIONS):
        lister.undo[i] = allocate(1, rules.state_size)
    return 0


cdef void lister_free(SequenceLister* lister) noexcept nogil:
    cdef int i
    for i in range(TURN_DECISIONS):
        list_free(&lister.legal[i])
        free(lister.undo[i])
        lister.undo[i] = NULL


cdef void sequences_free(SequenceList* sequences) noexcept nogil:
    free(sequences.sequence)
    sequences.sequence = NULL
    sequences.size = sequences.capacity = 0


cdef double value_of(const SequenceLister* lister, const State* state) noexcept nogil:
    if not lister.learned or is_final(lister.rules, state):
        return present_margin(state, lister.player)
    return expected_margin(lister.rules, state, lister.player, lister.player)


cdef int insert_by_value(SequenceList* sequences, const TurnSequence* sequence, int width) except -1 nogil:
    """Puts a sequence in its place. Of equal sequences the one found first comes first."""
    cdef Py_ssize_t i = sequences.size
    if width and i == width:
        if sequence.value <= sequences.sequence[width - 1].value:
            return 0
        i = sequences.size = width - 1
    if sequences.size == sequences.capacity:
        sequences.sequence = <TurnSequence*>grow(sequences.sequence, &sequences.capacity, sequences.size + 1,
                                                 sizeof(TurnSequence))
    if width:
        while i > 0 and sequences.sequence[i - 1].value < sequence.value:
            i -= 1
        memmove(&sequences.sequence[i + 1], &sequences.sequence[i], (sequences.size - i) * sizeof(TurnSequence))
    sequences.sequence[i] = sequence[0]
    sequences.size += 1
    return 0


cdef int extend(SequenceLister* lister, State* state, TurnSequence* sequence, int width,
                SequenceList* sequences) except -1 nogil:
    """Tries every continuation of a sequence and writes the best value to sequence.value.

    sequences may be NULL if only the best value is wanted.
    """
    cdef const Rules* rules = lister.rules
    cdef int depth = sequence.length
    cdef MoveList* legal = &lister.legal[depth]
    cdef double best = -1e30
    cdef Py_ssize_t i
    legal.size = 0
    if depth < lister.branching:
        rules.generate(rules, state, legal)
    else:
        list_push(legal, rules.heuristic(rules, state), 0)
    sequence.length = depth + 1
    lister.nodes += legal.size
    for i in range(legal.size):
        rules.make(rules, state, legal.moves[i], lister.undo[depth])
        sequence.move[depth] = legal.moves[i]
        if state.to_move == lister.player and depth + 1 < TURN_DECISIONS:
            extend(lister, state, sequence, width, sequences)
        else:
            sequence.value = value_of(lister, state)
            if sequences != NULL:
                insert_by_value(sequences, sequence, width)
        best = max(best, sequence.value)
        rules.unmake(rules, state, lister.undo[depth])
    sequence.length = depth
    sequence.value = best
    return 0


cdef int list_sequences(SequenceLister* lister, State* state, int width, SequenceList* sequences) except -1 nogil:
    cdef TurnSequence sequence
    sequences.size = sequence.length = 0
    return extend(lister, state, &sequence, width, sequences)


cdef int best_sequence_value(SequenceLister* lister, State* state, double* value) except -1 nogil:
    cdef TurnSequence sequence
    sequence.length = 0
    extend(lister, state, &sequence, 0, NULL)
    value[0] = sequence.value
    return 0
