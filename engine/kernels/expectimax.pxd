# Expectimax over the views of one player (Michie 1966).
#
#   own decision             the best of the `width` best sequences of a turn, ranked by their static value
#   listed outcomes          sum of chance times value over all outcomes; if there are many, mean over some of them
#   other chance nodes,      mean over sampled worlds: nature draws in the order of the pile, and the other players move by
#   other players            a policy that uses only their own knowledge; then the world is masked again
#   after the last turn      the static value of the state: learned value or present margin
#
# Every value is a pair of margin and win share, and decisions maximize the utility of both. The win share of a state
# that is over is exact. Elsewhere it is the chance that a normal margin stays above 0, with the standard deviation of the state
# where the search ends.
#
# A node is a view, so no hidden card decides anything. A turn is a sequence of own decisions (see turn_sequences.pxd).
# `turns` counts the turns still to come, including the turn to be decided.
#
# The maximum over noisy means is too high. So each mean is estimated twice, from the even and from the odd samples. The double
# estimator chooses the sequence with the best first estimate and takes its second estimate, and vice versa. It is too low,
# because only half of the samples choose. The value of a node is the mean of the maximum and the double estimator
# (van Hasselt 2010).

from libc.stdint cimport uint64_t

from kiebitz.engine.game cimport MoveList, Rules, State
from kiebitz.engine.kernels.policy cimport Policy
from kiebitz.engine.kernels.turn_sequences cimport Prospect, SequenceList, SequenceLister, TurnSequence

cdef enum:
    MOST_TURNS = 8
    MOST_OUTCOMES = 512     # a chance node with more outcomes is not listed


cdef struct DoubleEstimate:  # two estimates of one prospect from different samples; equal if nothing was sampled
    Prospect first
    Prospect second


cdef struct TurnMemory:     # for one turn of the search
    State* node             # the view before the turn
    State* after            # the view after one of its sequences
    State* child            # the view after an outcome
    State* world            # a sampled world
    SequenceList sequences
    MoveList outcomes


cdef struct Expectimax:     # memory of one thread
    const Rules* rules
    const State* root
    int player
    int width               # sequences searched in a turn, except the last one; 0: all
    int samples             # samples of a node with more than `most` outcomes; 0: all listed outcomes are summed
    int most                # most outcomes of a node that are summed
    int inner               # all moves are tried in the first `inner` decisions of a later turn, except in the last turn
    int last                # the same for the last turn
    bint double_estimator
    uint64_t seed
    long long sampled       # number of nodes sampled so far
    long long node_limit    # the search gives up after so many nodes; 0: no limit
    bint (*stop)(void*) noexcept nogil  # returns True if the search must give up; NULL: it never must
    void* context           # the argument of stop
    bint given_up           # a limit has ended the search of the present world, so its results mean nothing
    SequenceLister lister
    Policy policy
    TurnMemory turn[MOST_TURNS + 1]


cdef int expectimax_new(Expectimax* search, const Rules* rules, int policy) except -1 nogil
cdef void expectimax_free(Expectimax* search) noexcept nogil
# Number of outcomes after a sequence if they are listed and equally likely. 0: worlds are sampled there.
cdef int root_outcomes(Expectimax* search, const TurnSequence* sequence) except -1 nogil
# Writes the prospect after a sequence in root world number `world`. If the outcomes are listed, `root_outcomes` worlds in a row
# bring each outcome once. Sets given_up if a limit was reached.
cdef int root_sample(Expectimax* search, const TurnSequence* sequence, int turns, long long world,
                     Prospect* found) except -1 nogil
# Writes the expected prospect after a sequence, over all listed outcomes.
cdef int root_expected(Expectimax* search, const TurnSequence* sequence, int turns, Prospect* found) except -1 nogil
