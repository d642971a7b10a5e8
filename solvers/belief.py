"""Worlds weighted by the moves that others were seen to make, and a choice of worlds by weight."""

from collections import defaultdict

import numpy as np
import numpy.typing as npt

from kiebitz.belief import Belief, recalls
from kiebitz.core import Move, View
from kiebitz.solvers.game_defaults import defaults_of

BLOCK = 32  # worlds that are chosen together
WEIGHED = 8  # worlds that are weighted for each chosen one

Observed = tuple[View, Move]  # the view from before a move, and the move without what it hides
Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]


class History:
    """The latest observed moves of each other player. memory: number of moves of each player."""

    def __init__(self, memory: int) -> None:
        self.memory = memory
        self.seen: dict[int, list[Observed]] = defaultdict(list)

    def add(self, view: View, move: Move) -> None:
        """Adds a move, with the view of its observer from before the move."""
        assert view.to_move is not None
        self.seen[view.to_move] = [(view, move), *self.seen[view.to_move]][: self.memory]

    def latest(self) -> list[Observed]:
        """The remembered moves, each player's latest first."""
        return [observed for player in sorted(self.seen) for observed in self.seen[player]]


class WeightedWorlds:
    """Numbers of worlds chosen by weight, block by block. The choice depends on the seed only.

    temperature: points by which a move must be better to be expected e times as often; 0 for the game's own default.
    """

    def __init__(self, view: View, observed: list[Observed], temperature: float, seed: int) -> None:
        self.belief = Belief(view, observed, temperature or defaults_of(view.game).temperature, seed)
        self.seed = seed
        self.blocks: list[Numbers] = []
        self.effective = 0.0

    @property
    def weighed(self) -> int:
        """Number of worlds with weights so far."""
        return len(self.blocks) * BLOCK * WEIGHED

    def numbers(self, first: int, count: int) -> Numbers:
        """The numbers of the chosen worlds first, first + 1, ..., shape (count,)."""
        while len(self.blocks) * BLOCK < first + count:
            self.blocks.append(self.block(len(self.blocks)))
        low = first // BLOCK
        chosen = np.concatenate(self.blocks[low : (first + count - 1) // BLOCK + 1])
        return np.ascontiguousarray(chosen[first - low * BLOCK :][:count])

    def block(self, number: int) -> Numbers:
        """The chosen worlds of a block, in random order."""
        first = number * BLOCK * WEIGHED
        weights = normalised(self.belief.weigh(first, BLOCK * WEIGHED))
        self.effective += 1 / float(np.sum(weights**2))
        chance = np.random.default_rng((self.seed, number))
        return chance.permutation(first + systematic(weights, BLOCK, chance.random()))


def normalised(logs: Floats) -> Floats:
    """Weights that sum to 1 from their logarithms; equal ones if every world was ruled out."""
    highest = logs.max()
    weights = np.exp(logs - highest) if np.isfinite(highest) else np.ones_like(logs)
    normed: Floats = weights / weights.sum()
    return normed


def systematic(weights: Floats, count: int, where: float) -> Numbers:
    """Indices of `count` draws by weight at equal distances (Kitagawa 1996).

    Each index is drawn as often as its weight says, rounded down or up.

    where: place of the first draw in its distance, 0..1.
    """
    ends = np.cumsum(weights)
    marks = (np.arange(count) + where) / count * ends[-1]
    indices: Numbers = np.minimum(np.searchsorted(ends, marks, side="right"), len(weights) - 1).astype(np.int64)
    return indices


def weighted_worlds(history: History, view: View, temperature: float, seed: int) -> WeightedWorlds | None:
    """The worlds for a search; None if nothing was observed, or if the game has no model of observed moves."""
    observed = history.latest()
    if not observed or not recalls(view.game):
        return None
    return WeightedWorlds(view, observed, temperature, seed)
