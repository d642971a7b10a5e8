"""Expectimax over what one player knows, as a Python object; the GIL is released while it searches."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint64_t

import numpy as np

from kiebitz.clock cimport now
from kiebitz.core cimport Moves, View
from kiebitz.engine.game cimport same
from kiebitz.engine.kernels.expectimax cimport (
    MOST_TURNS, Expectimax, expectimax_free, expectimax_new, root_expected, root_outcomes, root_sample,
)
from kiebitz.engine.kernels.prospects cimport margin_sd, win_chance
from kiebitz.engine.kernels.runs cimport DECISIONS, Runs, list_runs, runs_free

from kiebitz import weights
from kiebitz.search import policy_number

LEAVES = ("static", "margin")


cdef class Expectations:
    """The runs of a view's player (see engine/kernels/runs.pxd), and what is expected after each of them.

    width: runs looked into below the root, 0 for all; outcomes: of a node that are summed, if they are not more than
    that; samples: of a node that has more, or whose outcomes are hidden; 0 if no node may have; leaf: "static" for the
    learned value after the last turn, "margin" for the margin at hand; policy: of the others, see search.POLICIES;
    inner, last: in how many decisions of a later turn, and of the last one, all moves are tried, others being the
    heuristic's; crosswise: what is chosen by one half of the samples is valued by the other.
    World number w depends on the seed and w only, for all runs alike.
    """
    cdef readonly View view
    cdef Expectimax task
    cdef Runs runs
    cdef Moves moves

    def __init__(self, View view not None, int width=8, int samples=4, int outcomes=32, str leaf="static",
                 str policy="greedy", uint64_t seed=0, int inner=DECISIONS, int last=DECISIONS, bint crosswise=True):
        if leaf not in LEAVES:
            raise ValueError(f"leaf must be one of {', '.join(LEAVES)}, not {leaf!r}")
        if min(width, samples, outcomes, inner, last) < 0:
            raise ValueError("width, samples, outcomes, inner and last must not be below 0")
        if leaf == "static":
            weights.ensure(view.game)
        self.view = view.copy()
        self.moves = view.legal_moves()
        expectimax_new(&self.task, &view.game.rules, policy_number(view.game, policy))
        self.task.root = self.view.state
        self.task.player = self.task.lister.player = view.state.to_move
        self.task.width = width
        self.task.samples = samples
        self.task.most = outcomes
        self.task.seed = seed
        self.task.inner = inner
        self.task.last = last
        self.task.crosswise = crosswise
        self.task.lister.learned = leaf == "static"
        list_runs(&self.task.lister, self.view.state, 0, &self.runs)

    def __dealloc__(self):
        expectimax_free(&self.task)
        runs_free(&self.runs)

    def __len__(self):
        return self.runs.size

    @property
    def nodes(self):
        """Moves made so far, nature's and the others' among them."""
        return self.task.lister.nodes

    @property
    def sampled(self):
        """Nodes so far whose outcomes were not told one by one."""
        return self.task.sampled

    def first_moves(self):
        """The number of the first move of each run among the view's legal moves, as an array."""
        cdef Py_ssize_t i, j = 0
        cdef int[::1] first
        found = np.empty(self.runs.size, dtype=np.int32)
        first = found
        for i in range(self.runs.size):
            # Runs come in the order of their first moves.
            while not same(self.moves.list.moves[j], self.runs.run[i].move[0]):
                j += 1
            first[i] = j
        return found

    def static_values(self):
        """What is expected after each run by its static value, as an array."""
        cdef Py_ssize_t i
        cdef double[::1] value
        found = np.empty(self.runs.size)
        value = found
        for i in range(self.runs.size):
            value[i] = self.runs.run[i].value
        return found

    def deviation(self):
        """Standard deviation of the final margin around what is expected now."""
        return margin_sd(self.task.rules, self.view.state, self.task.lister.learned)

    def win(self, double margin):
        """Share of a win to be expected with this expected margin."""
        return win_chance(self.view.state, margin, self.deviation())

    def texts(self, Py_ssize_t number):
        """The decisions of a run."""
        self._check(number)
        return tuple([
            self.view.game.codec.text(self.runs.run[number].move[i], self.view.names)
            for i in range(self.runs.run[number].length)
        ])

    def outcomes(self, Py_ssize_t number):
        """After how many worlds in a row all outcomes of a run have come up once each; 0 where they are sampled."""
        self._check(number)
        return root_outcomes(&self.task, &self.runs.run[number])

    def sample(self, const int[::1] which, int turns, long long first, double[:, ::1] margins, double[:, ::1] wins,
               double seconds=1e9):
        """Values of the runs numbered `which`, looking `turns` own turns ahead, in worlds first, first + 1, ...

        margins, wins: results to be written, shape (len(which), worlds). Returns the number of worlds that were finished
        within the seconds. KeyboardInterrupt comes between two values.
        """
        cdef Py_ssize_t i, w
        cdef double until = now() + seconds
        self._look_ahead(turns)
        for i in range(which.shape[0]):
            self._check(which[i])
        if margins.shape[0] != which.shape[0] or wins.shape[0] != which.shape[0] or wins.shape[1] != margins.shape[1]:
            raise ValueError(f"margins and wins must both have the shape ({which.shape[0]}, worlds)")
        for w in range(margins.shape[1]):
            for i in range(which.shape[0]):
                with nogil:
                    root_sample(&self.task, &self.runs.run[which[i]], turns, first + w, &margins[i, w], &wins[i, w])
                PyErr_CheckSignals()
                if now() >= until:
                    return w + (i + 1 == which.shape[0])
        return margins.shape[1]

    def expected(self, Py_ssize_t number, int turns):
        """The value of a run over all its outcomes."""
        cdef double margin
        self._look_ahead(turns)
        self._check(number)
        with nogil:
            root_expected(&self.task, &self.runs.run[number], turns, &margin)
        return margin

    def _check(self, Py_ssize_t number):
        if not 0 <= number < self.runs.size:
            raise IndexError(f"there are {self.runs.size} runs, not {number}")

    def _look_ahead(self, int turns):
        if not 2 <= turns < MOST_TURNS:
            raise ValueError(f"turns must be in 2..{MOST_TURNS - 1}, not {turns}")
