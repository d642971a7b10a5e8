"""What a search has used of its budget."""

import time
from dataclasses import dataclass, field

from kiebitz.solvers.budget import Budget


@dataclass
class Meter:
    """Counts what a search has used of its budget."""

    budget: Budget
    nodes: int = 0
    worlds: int = 0
    start: float = field(default_factory=time.perf_counter)

    @property
    def seconds(self) -> float:
        """Wall-clock time since the start."""
        return time.perf_counter() - self.start

    def share(self) -> float:
        """The largest share used of any limit, 0 and more; above 1 if a limit is exceeded."""
        limits = (
            (self.nodes, self.budget.nodes),
            (self.worlds, self.budget.worlds),
            (self.seconds, self.budget.seconds),
        )
        return max((used / limit for used, limit in limits if limit is not None), default=0.0)

    def report(self) -> None:
        """Tells the budget's `progress` the share used."""
        if self.budget.progress is not None:
            self.budget.progress(min(self.share(), 1.0))
