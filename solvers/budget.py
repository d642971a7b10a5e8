"""What a search may use, and what it says while it runs."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from kiebitz.errors import BudgetError

FOLLOWED = 3  # moves at the head of an answer of which is told what is expected to follow


@dataclass(frozen=True)
class Budget:
    """Limits of a search; it ends at the first one reached, or as soon as the answer is sure enough.

    nodes: moves made by the search; seconds: wall clock; worlds: sampled worlds for the best candidate.
    confidence: of the intervals, and of dropping a candidate. seed: the same seed and the same nodes or worlds give the
    same answer. progress: called now and then with the share of the budget used (0..1). also: texts of moves to report
    whatever they are worth. explained: how many moves at the head of the answer get their reasons, and up to three of
    them what is expected to follow; that takes longer than a small search and comes on top of `seconds`.
    """

    nodes: int | None = None
    seconds: float | None = None
    worlds: int | None = None
    confidence: float = 0.95
    seed: int = 0
    threads: int = 1
    progress: Callable[[float], None] | None = None
    also: tuple[str, ...] = ()
    explained: int = 12

    def __post_init__(self):
        limits = ("nodes", "worlds", "seconds")
        for names, kind, right in (
            (("nodes", "worlds", "seed", "threads", "explained"), int, "a whole number"),
            (("seconds", "confidence"), int | float, "a number"),
        ):
            for name in names:
                value = getattr(self, name)
                absent = value is None and name in limits
                if not absent and (not isinstance(value, kind) or isinstance(value, bool)):
                    raise BudgetError(f"{name} must be {right}, not {value!r}")
        for name in limits:
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise BudgetError(f"{name} must be more than 0, not {value}")
        if not 0.5 <= self.confidence < 1:
            raise BudgetError(f"confidence must be in 0.5..1, not {self.confidence}")
        if self.explained < 0:
            raise BudgetError(f"explained must be a whole number of at least 0, not {self.explained!r}")
        if self.threads < 1:
            raise BudgetError(f"threads must be at least 1, not {self.threads}")
        if not 0 <= self.seed < 2**64:
            raise BudgetError(f"seed must be in 0..2**64-1, not {self.seed}")

    @property
    def followed(self):
        """How many moves at the head of the answer are told with what is expected to follow."""
        return min(FOLLOWED, self.explained)


@dataclass
class Meter:
    """Counts what a search has used of its budget."""

    budget: Budget
    nodes: int = 0
    worlds: int = 0
    start: float = field(default_factory=time.perf_counter)

    @property
    def seconds(self):
        return time.perf_counter() - self.start

    def share(self):
        """The largest share used of any limit, 0..1 and more."""
        limits = (
            (self.nodes, self.budget.nodes),
            (self.worlds, self.budget.worlds),
            (self.seconds, self.budget.seconds),
        )
        return max((used / limit for used, limit in limits if limit is not None), default=0.0)

    def report(self):
        if self.budget.progress is not None:
            self.budget.progress(min(self.share(), 1.0))
