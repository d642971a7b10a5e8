"""Weights of sampled worlds by the moves of the other players. The engine computes them without the GIL."""

from libc.stdint cimport uint64_t
from libc.stdlib cimport free

import numpy as np

from kiebitz.positions cimport Position, View
from kiebitz.engine.kernels.belief cimport (
    MOST_OBSERVED, ROOM, BeliefMemory, ObservedMove, choice_values, memory_free, memory_new, weigh, weigh_world,
)
from kiebitz.engine.kernels.belief cimport Belief as BeliefTask
from kiebitz.engine.kernels.one_ply cimport OnePly, one_ply_free, one_ply_new
from kiebitz.engine.memory cimport allocate
from kiebitz.engine.rng cimport STREAM_HANDS, Rng
from kiebitz.engine.rng cimport seed as seed_rng
from kiebitz.moves cimport Move
from kiebitz.state cimport GameState

from kiebitz import weights


def reconstructs_hands(game):
    """Whether the hands of a game can be reconstructed, so that moves tell something about them."""
    cdef GameState start = game.deal()
    return start.game.rules.extras.reconstruct_hand != NULL


recalls = reconstructs_hands   # the former name


cdef class Belief:
    """The weights that observed moves give to the worlds of a view.

    The model is described in engine/kernels/belief.pxd.

    view: the observer's present view.
    observed: pairs (the observer's view from before a move, the move as `Position.shown` gives it), latest first. Only the
        first 64 pairs are used.
    temperature: a move that is better by so many points is chosen e times as often; more than 0.
    seed: the worlds are those of `Rollouts` with this seed.
    Raises ValueError if hands of the game cannot be reconstructed or a parameter is wrong.
    """
    cdef readonly View view
    cdef BeliefTask task
    cdef ObservedMove* observed
    cdef list kept              # keeps the views alive that the task points to

    def __cinit__(self, View view not None, observed, double temperature, uint64_t seed=0):
        cdef int i
        self.view = view
        self.kept = [self._checked(before, move) for before, move in observed[:MOST_OBSERVED]]
        if not temperature > 0:
            raise ValueError(f"temperature must be more than 0, not {temperature}")
        if view.game.rules.extras.reconstruct_hand == NULL:
            raise ValueError(f"hands of {view.game.name} cannot be reconstructed")
        weights.ensure(view.game)
        self.observed = <ObservedMove*>allocate(len(self.kept), sizeof(ObservedMove))
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
        """Log weights of the worlds first .. first + count - 1, an array of shape (count,).

        The weight is -inf if an observed move was impossible in the world.
        """
        cdef BeliefMemory memory
        found = np.empty(count)
        cdef double[::1] weight = found
        if count == 0:
            return found
        try:
            memory_new(&memory, &self.task)
            with nogil:
                weigh(&self.task, &memory, first, count, &weight[0])
        finally:
            memory_free(&memory)
        return found

    def weigh_world(self, Position world not None, uint64_t seed=0):
        """The log weight of one world. The seed chooses at random the cards that were drawn after the moves."""
        cdef BeliefMemory memory
        cdef Rng rng
        cdef double weight = 0
        if world.game != self.view.game:
            raise ValueError(f"a world of {world.game!r} is none of {self.view.game!r}")
        seed_rng(&rng, seed, STREAM_HANDS, 0)
        try:
            memory_new(&memory, &self.task)
            with nogil:
                weigh_world(&self.task, &memory, world.state, &rng, &weight)
        finally:
            memory_free(&memory)
        return weight


def values_of_choice(GameState state not None, Move move not None):
    """Learned values after a move and after the other candidate moves, as the player to move knows them.

    Returns an array of margins in points. The value of `move` comes first.
    """
    cdef GameState known = state.copy()
    cdef OnePly memory
    cdef int n = 0
    found = np.empty(ROOM)
    cdef double[::1] value = found
    weights.ensure(state.game)
    if known.state.viewer != known.state.to_move:
        known.game.rules.mask(&known.game.rules, known.state, known.state.to_move)
    try:
        one_ply_new(&memory, &state.game.rules)
        with nogil:
            choice_values(&memory, known.state, move.value, &value[0], ROOM, &n)
    finally:
        one_ply_free(&memory)
    return found[:n].copy()
