"""Weights of worlds by the observed moves of other players, and a choice of worlds by weight."""

from collections import defaultdict

import numpy as np
import numpy.typing as npt

from kiebitz.belief import Belief, reconstructs_hands
from kiebitz.core import Move, View
from kiebitz.solvers.game_defaults import defaults_of

BLOCK = 32  # worlds that are chosen together
WEIGHTED = 8  # worlds that are weighted for each chosen world

Observed = tuple[View, Move]  # the observer's view from before a move, and the move as the observer saw it
Floats = npt.NDArray[np.float64]
WorldNumbers = npt.NDArray[np.int64]


class History:
    """The latest observed moves of each other player.

    memory: number of moves that are kept for each player.
    """

    def __init__(self, memory: int) -> None:
        self.memory = memory
        self.seen: dict[int, list[Observed]] = defaultdict(list)

    def add(self, view: View, move: Move) -> None:
        """Adds a move, with the observer's view from before the move."""
        assert view.to_move is not None
        self.seen[view.to_move] = [(view, move), *self.seen[view.to_move]][: self.memory]

    def latest(self) -> list[Observed]:
        """The kept moves, player by player, latest first."""
        return [observed for player in sorted(self.seen) for observed in self.seen[player]]


class WeightedWorlds:
    """WorldNumbers of worlds chosen by weight, block by block. The choice depends only on the seed.

    view: the observer's present view.
    observed: observed moves, each player's latest first.
    temperature: a move that is better by so many points is expected e times as often; 0: the default of the game.
    seed: seed of the worlds and of the choice.
    """

    def __init__(self, view: View, observed: list[Observed], temperature: float, seed: int) -> None:
        self.belief = Belief(view, observed, temperature or defaults_of(view.game).temperature, seed)
        self.seed = seed
        self.blocks: list[WorldNumbers] = []
        self.effective = 0.0

    @property
    def weighted(self) -> int:
        """Number of worlds with weights so far."""
        return len(self.blocks) * BLOCK * WEIGHTED

    def numbers(self, first: int, count: int) -> WorldNumbers:
        """The numbers of the chosen worlds first, first + 1, ..., shape (count,)."""
        while len(self.blocks) * BLOCK < first + count:
            self.blocks.append(self.block(len(self.blocks)))
        low = first // BLOCK
        chosen = np.concatenate(self.blocks[low : (first + count - 1) // BLOCK + 1])
        return np.ascontiguousarray(chosen[first - low * BLOCK :][:count])

    def block(self, number: int) -> WorldNumbers:
        """The chosen worlds of a block, in random order."""
        first = number * BLOCK * WEIGHTED
        weights = normalised(self.belief.weigh(first, BLOCK * WEIGHTED))
        self.effective += 1 / float(np.sum(weights**2))
        chance = np.random.default_rng((self.seed, number))
        return chance.permutation(first + systematic(weights, BLOCK, chance.random()))


def normalised(logs: Floats) -> Floats:
    """Weights that sum to 1, from their logarithms. All weights are equal if every world is excluded."""
    highest = logs.max()
    weights = np.exp(logs - highest) if np.isfinite(highest) else np.ones_like(logs)
    normed: Floats = weights / weights.sum()
    return normed


def systematic(weights: Floats, count: int, where: float) -> WorldNumbers:
    """Indices drawn by systematic resampling (Kitagawa 1996), shape (count,).

    Each index is drawn about count * weight times, rounded down or up.

    weights: weights of the indices.
    count: number of draws.
    where: a random number, 0..1, that places the first draw.
    """
    ends = np.cumsum(weights)
    marks = (np.arange(count) + where) / count * ends[-1]
    indices: WorldNumbers = np.minimum(np.searchsorted(ends, marks, side="right"), len(weights) - 1).astype(np.int64)
    return indices


def weighted_worlds(history: History, view: View, temperature: float, seed: int) -> WeightedWorlds | None:
    """The weighted worlds for a search. None if no move was observed or the game cannot reconstruct hands."""
    observed = history.latest()
    if not observed or not reconstructs_hands(view.game):
        return None
    return WeightedWorlds(view, observed, temperature, seed)
