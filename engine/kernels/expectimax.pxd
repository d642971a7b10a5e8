# Expectimax over what one player knows (Michie 1966).
#
#   own decision                     max over the runs of a turn, the `width` best by their static value
#   nature, as the player sees it    sum over all outcomes, each times its chance; if they are many, mean over some of them
#   nature or others, hidden         mean over sampled worlds: nature answers from their pile, the others by a policy that
#                                    knows what they know; then all is hidden again
#   after the last turn              the static value of the state: learned, or the margin at hand
#
# A node is a view, so nothing that the player cannot know decides anything. A turn is a run of own decisions
# (see runs.pxd); `turns` counts those still to come, the one to be decided included.
#
# The maximum over noisy means is too high. So a mean is kept as two, over the even and over the odd samples. The run
# with the best first one is worth its second one, and crosswise; that is too low, since half of the samples chose. The
# value lies between both: half the maximum of the means, half of the crosswise one.

from libc.stdint cimport uint64_t

from kiebitz.engine.game cimport MoveList, Rules, State
from kiebitz.engine.kernels.policy cimport Policy
from kiebitz.engine.kernels.runs cimport Lister, Run, Runs

cdef enum:
    MOST_TURNS = 8
    MOST_OUTCOMES = 512     # that are listed


cdef struct Pair:           # two estimates of the same value from different samples; equal where nothing was sampled
    double first
    double second


cdef struct Turn:           # memory for one turn of the search
    State* node             # the view before it
    State* after            # after one of its runs
    State* child            # after an outcome
    State* world
    Runs runs
    MoveList outcomes


cdef struct Expectimax:     # memory of one thread
    const Rules* rules
    const State* root
    int player
    int width               # runs that are looked into, 0 for all
    int samples             # of a node that has more outcomes than `most`; 0: none may have
    int most                # outcomes of a node that are summed
    int inner               # decisions of a later turn for which all moves are tried, the last turn apart
    int last                # the same in the last turn
    bint crosswise
    uint64_t seed
    long long sampled       # nodes so far that were
    Lister lister
    Policy policy
    Turn turn[MOST_TURNS + 1]


cdef int expectimax_new(Expectimax* search, const Rules* rules, int policy) except -1 nogil
cdef void expectimax_free(Expectimax* search) noexcept nogil
# Outcomes after a run that are equally likely and told one by one; 0 if the node is sampled.
cdef int root_outcomes(Expectimax* search, const Run* run) except -1 nogil
# Margin and share of a win after a run in root world number `world`: of told outcomes each `root_outcomes` worlds in a row
# are a permutation.
cdef int root_sample(Expectimax* search, const Run* run, int turns, long long world, double* margin, double* win) except -1 nogil
# The margin expected after a run, over all told outcomes.
cdef int root_expected(Expectimax* search, const Run* run, int turns, double* margin) except -1 nogil
