"""Weights of sampled worlds by the moves that others chose; the GIL is released while they are found."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free

import numpy as np

from kiebitz.core cimport Move, Position, Table, View
from kiebitz.engine.kernels.belief cimport (
    MOST_OBSERVED, ROOM, Memory, Observed, choice_values, memory_free, memory_new, weigh, weigh_world,
)
from kiebitz.engine.kernels.belief cimport Belief as Weighing
from kiebitz.engine.kernels.one_ply cimport OnePly, one_ply_free, one_ply_new
from kiebitz.engine.rng cimport STREAM_RECALL, Rng
from kiebitz.engine.rng cimport seed as seed_rng

from kiebitz import weights


def recalls(game):
    """Whether hands of a game can be recalled, so that its moves tell something."""
    cdef Table table = game.deal()
    return table.game.rules.extras.reconstruct_hand != NULL


cdef class Belief:
    """What the moves that were seen say about the worlds of a view.

    observed: pairs (the observer's view from before a move, the move as `Position.shown` has it), the latest first, at
    most 64; temperature: points by which a move must be better to be chosen e times as often; seed: world number w is the
    one that `Rollouts` with this seed plays in.
    """
    cdef readonly View view
    cdef Weighing task
    cdef Observed* observed
    cdef list kept              # the views that the task points to

    def __cinit__(self, View view not None, observed, double temperature, uint64_t seed=0):
        cdef int i
        self.view = view
        self.kept = [self._checked(before, move) for before, move in observed[:MOST_OBSERVED]]
        if not temperature > 0:
            raise ValueError(f"temperature must be more than 0, not {temperature}")
        if view.game.rules.extras.reconstruct_hand == NULL:
            raise ValueError(f"hands of {view.game.name} are not recalled")
        weights.ensure(view.game)
        self.observed = <Observed*>calloc(max(len(self.kept), 1), sizeof(Observed))
        if self.observed == NULL:
            raise MemoryError(f"no memory for {len(self.kept)} moves")
        for i, (before, move) in enumerate(self.kept):
            self.observed[i].before = (<View>before).state
            self.observed[i].move = (<Move>move).value
        self.task.rules = &view.game.rules
        self.task.view = view.state
        self.task.observed = self.observed
        self.task.count = len(self.kept)
        self.task.temperature = temperature
        self.task.seed = seed

    def __dealloc__(self):
        free(self.observed)

    cdef tuple _checked(self, View before, Move move):
        if before.game != self.view.game or before.player != self.view.player or before.to_move is None:
            raise ValueError("a move seen needs the same player's view of the same game from before it")
        return before.copy(), move

    def weigh(self, long long first, int count):
        """Log weights of worlds first, first + 1, ...; -inf for those in which the moves could not have been made."""
        cdef Memory memory
        found = np.empty(count)
        cdef double[::1] weight = found
        if count == 0:
            return found
        memory_new(&memory, &self.task)
        try:
            with nogil:
                weigh(&self.task, &memory, first, count, &weight[0])
        finally:
            memory_free(&memory)
        return found

    def weigh_world(self, Position world not None, uint64_t seed=0):
        """The log weight of one world; the seed chooses which of its cards were drawn since the moves."""
        cdef Memory memory
        cdef Rng rng
        cdef double weight = 0
        if world.game != self.view.game:
            raise ValueError(f"a world of {world.game!r} is none of {self.view.game!r}")
        seed_rng(&rng, seed, STREAM_RECALL, 0)
        memory_new(&memory, &self.task)
        try:
            with nogil:
                weigh_world(&self.task, &memory, world.state, &rng, &weight)
        finally:
            memory_free(&memory)
        return weight


def values_of_choice(Table table not None, Move move not None):
    """Learned values of the moves worth a thought, as the player to move knows them; that of `move` first."""
    cdef Table known = table.copy()
    cdef OnePly memory
    cdef int n = 0
    found = np.empty(ROOM)
    cdef double[::1] value = found
    weights.ensure(table.game)
    if known.state.viewer != known.state.to_move:
        known.game.rules.mask(&known.game.rules, known.state, known.state.to_move)
    one_ply_new(&memory, &table.game.rules)
    try:
        with nogil:
            choice_values(&memory, known.state, move.value, &value[0], ROOM, &n)
    finally:
        one_ply_free(&memory)
    return found[:n].copy()
