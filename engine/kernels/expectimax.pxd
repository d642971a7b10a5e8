# Expectimax over what one player knows (Michie 1966).
#
#   own decision                     max over the sequences of a turn, the `width` best by their static value
#   nature, as the player sees it    sum over all outcomes times their chances; if they are many, mean over some of them
#   nature or others, hidden         mean over sampled worlds: nature answers by the pile, the others by a policy that knows
#                                    what they know; then all that the player does not know is masked again
#   after the last turn              the static value of the state: learned, or the margin at hand
#
# A node is a view, so no hidden card decides anything. A turn is a sequence of own decisions (see turn_sequences.pxd);
# `turns` counts the turns still to come, with the one to be decided.
#
# The maximum over noisy means is too high. So each mean is estimated twice, from the even and from the odd samples. The double
# estimator values the sequence of the best first estimate by its second one, and vice versa. It is too low, since half of
# the samples choose. The value lies between both: half the maximum of the means, half the double estimator
# (van Hasselt 2010).

from libc.stdint cimport uint64_t

from kiebitz.engine.game cimport MoveList, Rules, State
from kiebitz.engine.kernels.policy cimport Policy
from kiebitz.engine.kernels.turn_sequences cimport SequenceList, SequenceLister, TurnSequence

cdef enum:
    MOST_TURNS = 8
    MOST_OUTCOMES = 512     # outcomes that are listed


cdef struct DoubleEstimate:  # two estimates of one value from different samples; equal if nothing was sampled
    double first
    double second


cdef struct TurnMemory:     # for one turn of the search
    State* node             # the view before it
    State* after            # after one of its sequences
    State* child            # after an outcome
    State* world
    SequenceList sequences
    MoveList outcomes


cdef struct Expectimax:     # memory of one thread
    const Rules* rules
    const State* root
    int player
    int width               # sequences that are searched, 0 for all
    int samples             # of a node that has more than `most` outcomes; 0: no node may have more
    int most                # outcomes of a node that are summed
    int inner               # decisions of a later turn for which all moves are tried, the last turn apart
    int last                # the same in the last turn
    bint double_estimator
    uint64_t seed
    long long sampled       # nodes so far that were sampled
    SequenceLister lister
    Policy policy
    TurnMemory turn[MOST_TURNS + 1]


cdef int expectimax_new(Expectimax* search, const Rules* rules, int policy) except -1 nogil
cdef void expectimax_free(Expectimax* search) noexcept nogil
# Number of outcomes after a sequence, if they are listed and equally likely; 0 if the node is sampled.
cdef int root_outcomes(Expectimax* search, const TurnSequence* sequence) except -1 nogil
# Writes margin and win share after a sequence in root world number `world`. Of listed outcomes each `root_outcomes` worlds in a
# row are a permutation.
cdef int root_sample(Expectimax* search, const TurnSequence* sequence, int turns, long long world, double* margin,
                     double* win) except -1 nogil
# Writes the margin expected after a sequence, over all listed outcomes.
cdef int root_expected(Expectimax* search, const TurnSequence* sequence, int turns, double* margin) except -1 nogil
