"""Measures the use of a budget."""

import time
from dataclasses import dataclass, field

from kiebitz.solvers.budget import Budget


@dataclass
class Meter:
    """Measures how much of its budget a search has used.

    nodes: number of moves made.
    worlds: number of sampled worlds.
    start: time of the start, in seconds of `time.perf_counter`.
    """

    budget: Budget
    nodes: int = 0
    worlds: int = 0
    start: float = field(default_factory=time.perf_counter)

    @property
    def seconds(self) -> float:
        """Wall-clock time since the start."""
        return time.perf_counter() - self.start

    def share(self) -> float:
        """The used share of the limit that is used most; above 1 if a limit is exceeded, 0 without limits."""
        limits = (
            (self.nodes, self.budget.nodes),
            (self.worlds, self.budget.worlds),
            (self.seconds, self.budget.seconds),
        )
        return max((used / limit for used, limit in limits if limit is not None), default=0.0)

    def report(self) -> None:
        """Calls the budget's `progress` with the used share."""
        if self.budget.progress is not None:
            self.budget.progress(min(self.share(), 1.0))
