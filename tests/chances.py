"""Bounds for how often an event of known probability happens in simulated trials."""

from scipy.stats import binom

SURE = 0.9999  # of the bounds: one false alarm in 10,000 seeds


def likely(rate: float, trials: int) -> tuple[float, float]:
    """(low, high): a share of so many independent trials with this rate lies inside them, but for 1 in 10,000."""
    low, high = binom.interval(SURE, trials, rate)
    return low / trials, high / trials
