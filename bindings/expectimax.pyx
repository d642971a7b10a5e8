"""Expectimax over the views of one player, as a Python object. It searches without the GIL."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint64_t

import numpy as np

from kiebitz.engine.clock cimport now
from kiebitz.positions cimport View
from kiebitz.engine.game cimport Rules, copy, same
from kiebitz.engine.kernels.evaluation cimport margin_sd
from kiebitz.engine.kernels.expectimax cimport (
    MOST_TURNS, Expectimax, expectimax_free, expectimax_new, root_expected, root_outcomes, root_sample,
)
from kiebitz.engine.kernels.simultaneous cimport Combinations, EndRange, combinations_free, combinations_new, ends_for_certain
from kiebitz.engine.kernels.turn_sequences cimport (
    TURN_DECISIONS, Prospect, SequenceList, list_sequences, sequences_free,
)
from kiebitz.moves cimport Moves

from kiebitz import weights
from kiebitz.search import policy_number

LEAVES = ("static", "margin")


cdef bint time_is_up(void* deadline) noexcept nogil:
    return now() >= (<double*>deadline)[0]


cdef class ExpectimaxSearch:
    """Values of the turn sequences of a view's player (see engine/kernels/turn_sequences.pxd).

    Sequences are numbered from 0 on; `len` gives how many there are. World number w depends only on the seed and w, so all
    sequences meet the same worlds.

    view: the view to search from. Its player must be to move.
    width: sequences searched in each later turn, except the last one; 0: all.
    samples: samples of a chance node with more than `outcomes` outcomes, or with hidden outcomes. 0: all listed outcomes
        are summed.
    outcomes: largest number of outcomes of a chance node that are all summed.
    leaf: value after the last turn: "static" for the learned value, "margin" for the present margin.
    policy: policy of the other players, a name in `search.POLICIES`.
    seed: seed of the worlds.
    inner: all moves are tried in the first `inner` decisions of a later turn. The heuristic makes the other decisions.
    last: the same number for the last turn.
    double_estimator: whether the values of later turns are corrected. Without it they are too high, because the same
        samples choose a sequence and value it.
    points: weight of a point of margin in decisions, those of other players with the policy "static" included.
    wins: weight of the win share in these decisions.
    most_nodes: after so many nodes the sequences are listed by their first decisions only, and the heuristic makes the
        further ones; 0: no limit.
    Raises ValueError if a parameter is out of its range.
    """
    cdef readonly View view
    cdef Expectimax task
    cdef SequenceList sequences
    cdef Moves moves
    cdef double deadline

    def __cinit__(self, View view not None, int width=8, int samples=4, int outcomes=32, str leaf="static",
                  str policy="greedy", uint64_t seed=0, int inner=TURN_DECISIONS, int last=TURN_DECISIONS,
                  bint double_estimator=True, double points=1, double wins=0, long long most_nodes=0):
        if leaf not in LEAVES:
            raise ValueError(f"leaf must be one of {', '.join(LEAVES)}, not {leaf!r}")
        if min(width, samples, outcomes, inner, last) < 0:
            raise ValueError("width, samples, outcomes, inner and last must not be below 0")
        if leaf == "static":
            weights.ensure(view.game)
        self.view = view.copy()
        self.moves = view.candidates()
        expectimax_new(&self.task, &view.game.rules, policy_number(view.game, policy))
        self.task.root = self.view.state
        self.task.player = self.task.lister.player = view.state.to_move
        self.task.width = width
        self.task.samples = samples
        self.task.most = outcomes
        self.task.seed = seed
        self.task.inner = inner
        self.task.last = last
        self.task.double_estimator = double_estimator
        self.task.stop = time_is_up
        self.task.context = &self.deadline
        self.task.lister.learned = leaf == "static"
        self.task.lister.points = self.task.policy.one_ply.points = points
        self.task.lister.wins = self.task.policy.one_ply.wins = wins
        if most_nodes:
            self.task.lister.most_nodes = most_nodes
        self.task.lister.first = &self.moves.list
        list_sequences(&self.task.lister, self.view.state, 0, &self.sequences)
        self.task.lister.first = NULL

    def __dealloc__(self):
        expectimax_free(&self.task)
        sequences_free(&self.sequences)

    def __len__(self):
        return self.sequences.size

    @property
    def nodes(self):
        """Number of moves made so far, including those of nature and of the other players."""
        return self.task.lister.nodes

    @property
    def sampled(self):
        """Number of nodes sampled so far."""
        return self.task.sampled

    def first_moves(self):
        """The first move of each sequence, by its number in `view.candidate_moves()`; shape (sequences,)."""
        cdef Py_ssize_t i, j = 0
        cdef int[::1] first
        found = np.empty(self.sequences.size, dtype=np.int32)
        first = found
        for i in range(self.sequences.size):
            # Sequences come in the order of their first moves.
            while not same(self.moves.list.moves[j], self.sequences.sequence[i].move[0]):
                j += 1
            first[i] = j
        return found

    def static_values(self):
        """The static margins in points and win shares, 0..1, of the sequences: two arrays of shape (sequences,)."""
        cdef Py_ssize_t i
        margins, wins = np.empty(self.sequences.size), np.empty(self.sequences.size)
        cdef double[::1] margin = margins
        cdef double[::1] win = wins
        for i in range(self.sequences.size):
            margin[i] = self.sequences.sequence[i].prospect.margin
            win[i] = self.sequences.sequence[i].prospect.win
        return margins, wins

    def ends(self):
        """The ranges of the results of sequences that end the game, whatever others choose at the same time.

        Returns an array of shape (sequences, 4): lowest and highest margin in points, lowest and highest win share. NaN for
        sequences after which the game may go on.
        """
        cdef Combinations memory
        cdef EndRange ends
        cdef Py_ssize_t i, j
        cdef View after = self.view.copy()
        cdef const Rules* rules = self.task.rules
        found = np.full((self.sequences.size, 4), np.nan)
        cdef double[:, ::1] end = found
        try:
            combinations_new(&memory, rules)
            for i in range(self.sequences.size):
                copy(rules, after.state, self.view.state)
                for j in range(self.sequences.sequence[i].length):
                    rules.make(rules, after.state, self.sequences.sequence[i].move[j], NULL)
                if ends_for_certain(&memory, after.state, self.task.player, &ends):
                    end[i, 0], end[i, 1], end[i, 2], end[i, 3] = (
                        ends.margin_low, ends.margin_high, ends.win_low, ends.win_high)
        finally:
            combinations_free(&memory)
        return found

    def deviation(self):
        """Standard deviation of the final margin around the expected one, in points."""
        return margin_sd(self.task.rules, self.view.state, self.task.lister.learned)

    def texts(self, Py_ssize_t number):
        """The texts of the decisions of a sequence. Raises IndexError if the sequence does not exist."""
        self._check(number)
        return tuple([
            self.view.game.codec.text(self.sequences.sequence[number].move[i], self.view.names)
            for i in range(self.sequences.sequence[number].length)
        ])

    def outcomes(self, Py_ssize_t number):
        """Number of equally likely outcomes after a sequence; 0 if worlds are sampled there.

        So many worlds in a row bring each outcome once. Raises IndexError if the sequence does not exist.
        """
        self._check(number)
        return root_outcomes(&self.task, &self.sequences.sequence[number])

    def sample(self, const int[::1] which, int turns, long long first, double[:, ::1] margins, double[:, ::1] wins,
               double seconds=1e9, long long nodes=0):
        """Values some sequences in the worlds first, first + 1, ...; returns the number of values found within the limits.

        A value is one sequence in one world. Values come world by world, within a world in the order of `which`.

        which: numbers of the sequences.
        turns: own turns to look ahead, including this one, 2..7.
        margins: gets the margins in points; shape (len(which), worlds).
        wins: gets the win shares, 0..1; the same shape.
        seconds: limit of time.
        nodes: limit of `self.nodes`; 0: no limit. Both limits are tested before each value and each own turn that is
            searched.
        Raises IndexError if a sequence does not exist, ValueError if turns or a shape is wrong. Ctrl-C raises
        KeyboardInterrupt between two values.
        """
        cdef Py_ssize_t i, w
        cdef Prospect found
        self.deadline = now() + seconds
        self.task.node_limit = nodes
        self._look_ahead(turns)
        for i in range(which.shape[0]):
            self._check(which[i])
        if margins.shape[0] != which.shape[0] or wins.shape[0] != which.shape[0] or wins.shape[1] != margins.shape[1]:
            raise ValueError(f"margins and wins must both have the shape ({which.shape[0]}, worlds)")
        for w in range(margins.shape[1]):
            for i in range(which.shape[0]):
                with nogil:
                    root_sample(&self.task, &self.sequences.sequence[which[i]], turns, first + w, &found)
                PyErr_CheckSignals()
                if self.task.given_up:
                    return w * which.shape[0] + i
                margins[i, w] = found.margin
                wins[i, w] = found.win
        return which.shape[0] * margins.shape[1]

    def expected(self, Py_ssize_t number, int turns):
        """The expected margin of a sequence over all its outcomes, in points. turns and errors are those of `sample`."""
        cdef Prospect found
        self.deadline = 1e300
        self.task.node_limit = 0
        self._look_ahead(turns)
        self._check(number)
        with nogil:
            root_expected(&self.task, &self.sequences.sequence[number], turns, &found)
        return found.margin

    def _check(self, Py_ssize_t number):
        if not 0 <= number < self.sequences.size:
            raise IndexError(f"there are {self.sequences.size} sequences, not {number}")

    def _look_ahead(self, int turns):
        if not 2 <= turns < MOST_TURNS:
            raise ValueError(f"turns must be in 2..{MOST_TURNS - 1}, not {turns}")
