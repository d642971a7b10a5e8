"""Sequences of a player's decisions in a turn."""

from libc.stdlib cimport free
from libc.string cimport memmove, memset

from kiebitz.engine.game cimport (
    MOST_CANDIDATES, is_final, list_free, list_push, list_some, present_margin, win_share,
)
from kiebitz.engine.kernels.evaluation cimport choice_value, expected_margin, margin_sd, win_chance
from kiebitz.engine.kernels.simultaneous cimport after_decisions
from kiebitz.engine.memory cimport allocate, grow

cdef double WORST = -1e30
cdef long long NO_LIMIT = <long long>1 << 60


cdef int lister_new(SequenceLister* lister, const Rules* rules) except -1 nogil:
    cdef int i
    memset(lister, 0, sizeof(SequenceLister))
    lister.rules = rules
    lister.branching = TURN_DECISIONS
    lister.most_nodes = NO_LIMIT
    lister.end = <State*>allocate(1, rules.state_size)
    for i in range(TURN_DECISIONS):
        lister.undo[i] = allocate(1, rules.state_size)
    return 0


cdef void lister_free(SequenceLister* lister) noexcept nogil:
    cdef int i
    free(lister.end)
    lister.end = NULL
    for i in range(TURN_DECISIONS):
        list_free(&lister.legal[i])
        free(lister.undo[i])
        lister.undo[i] = NULL


cdef void sequences_free(SequenceList* sequences) noexcept nogil:
    free(sequences.sequence)
    sequences.sequence = NULL
    sequences.size = sequences.capacity = 0


cdef void end_prospect(const State* state, int player, Prospect* prospect) noexcept nogil:
    prospect.margin = present_margin(state, player)
    prospect.win = win_share(state, player)


cdef void evaluate(SequenceLister* lister, const State* state, Prospect* prospect) noexcept nogil:
    """Writes the prospect of a state. The win share of a state before the end has the standard deviation of that state."""
    cdef const Rules* rules = lister.rules
    state = after_decisions(rules, state, lister.end)
    if is_final(rules, state):
        end_prospect(state, lister.player, prospect)
        return
    if lister.learned:
        prospect.margin = expected_margin(rules, state, lister.player, lister.player)
    else:
        prospect.margin = present_margin(state, lister.player)
    prospect.win = win_chance(state, prospect.margin, margin_sd(rules, state, lister.learned))


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
    """Tries every continuation of a sequence and writes the best one's prospect and value to the sequence.

    sequences may be NULL if only the best value is wanted.
    """
    cdef const Rules* rules = lister.rules
    cdef int depth = sequence.length
    cdef MoveList* legal = &lister.legal[depth]
    cdef double best = WORST
    cdef Prospect prospect = Prospect(0, 0)
    cdef Py_ssize_t i
    legal.size = 0
    if depth == 0 and lister.first != NULL:
        legal = lister.first
    elif depth < lister.branching and (depth == 0 or lister.nodes < lister.most_nodes):
        list_some(rules, state, MOST_CANDIDATES, legal)
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
            evaluate(lister, state, &sequence.prospect)
            sequence.value = choice_value(lister.points, lister.wins, sequence.prospect.margin, sequence.prospect.win)
            if sequences != NULL:
                insert_by_value(sequences, sequence, width)
        if sequence.value > best:
            best = sequence.value
            prospect = sequence.prospect
        rules.unmake(rules, state, lister.undo[depth])
    sequence.length = depth
    sequence.prospect = prospect
    sequence.value = best
    return 0


cdef int list_sequences(SequenceLister* lister, State* state, int width, SequenceList* sequences) except -1 nogil:
    cdef TurnSequence sequence
    sequences.size = sequence.length = 0
    return extend(lister, state, &sequence, width, sequences)


cdef int best_sequence_prospect(SequenceLister* lister, State* state, Prospect* best) except -1 nogil:
    cdef TurnSequence sequence
    sequence.length = 0
    extend(lister, state, &sequence, 0, NULL)
    best[0] = sequence.prospect
    return 0
