"""Which worlds to search in, by what the others did: moves seen, weights, and a choice of worlds by weight."""

from collections import defaultdict

import numpy as np

from kiebitz.belief import Belief, recalls
from kiebitz.solvers.habits import habits_of

BLOCK = 32  # worlds that are chosen together
WEIGHED = 8  # times as many worlds are weighed


class History:
    """The latest moves seen of each other player."""

    def __init__(self, memory):
        self.memory = memory
        self.seen = defaultdict(list)

    def add(self, view, move):
        """A move, and the view from before it of who saw it."""
        self.seen[view.to_move] = [(view, move), *self.seen[view.to_move]][: self.memory]

    def latest(self):
        """Pairs (view, move), each player's latest first."""
        return [pair for player in sorted(self.seen) for pair in self.seen[player]]


class WeighedWorlds:
    """Numbers of worlds chosen by weight, block by block: the same ones whoever asks, and in whatever order."""

    def __init__(self, view, observed, temperature, seed):
        self.belief = Belief(view, observed, temperature or habits_of(view.game).temperature, seed)
        self.seed = seed
        self.blocks = []
        self.effective = 0.0

    @property
    def weighed(self):
        """Worlds that have been weighed so far."""
        return len(self.blocks) * BLOCK * WEIGHED

    def numbers(self, first, count):
        """The numbers of the chosen worlds first, first + 1, ..., an array of int64."""
        while len(self.blocks) * BLOCK < first + count:
            self.blocks.append(self.block(len(self.blocks)))
        low = first // BLOCK
        chosen = np.concatenate(self.blocks[low : (first + count - 1) // BLOCK + 1])
        return np.ascontiguousarray(chosen[first - low * BLOCK :][:count])

    def block(self, number):
        first = number * BLOCK * WEIGHED
        weights = normalised(self.belief.weigh(first, BLOCK * WEIGHED))
        self.effective += 1 / float(np.sum(weights**2))
        chance = np.random.default_rng((self.seed, number))
        chosen = first + systematic(weights, BLOCK, chance.random())
        return chance.permutation(chosen)


def normalised(logs):
    """Weights that sum to 1 from their logarithms; equal ones if every world was ruled out."""
    highest = logs.max()
    weights = np.exp(logs - highest) if np.isfinite(highest) else np.ones_like(logs)
    return weights / weights.sum()


def systematic(weights, count, where):
    """Indices of `count` draws by weight at equal distances, the first one at `where` in 0..1 (Kitagawa 1996).

    Each index is drawn as often as its weight says, rounded down or up.
    """
    ends = np.cumsum(weights)
    marks = (np.arange(count) + where) / count * ends[-1]
    return np.minimum(np.searchsorted(ends, marks, side="right"), len(weights) - 1).astype(np.int64)


def weighed_worlds(solver, view, history, seed):
    """The worlds for a search, or None where nothing that was seen tells anything."""
    observed = history.latest()
    if not solver.belief or not observed or not recalls(view.game):
        return None
    return WeighedWorlds(view, observed, solver.temperature, seed)
