"""The limits of a search, and options for its answer."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from kiebitz.errors import BudgetError

FOLLOWED = 3  # the first moves of an answer that get an expected continuation
AIMS = ("win", "margin")
LIMITS = ("nodes", "worlds", "seconds")
WHOLE_NUMBERS = ("nodes", "worlds", "seed", "threads", "explained")
NUMBERS = ("seconds", "confidence")


@dataclass(frozen=True)
class Budget:
    """Limits of a search. The search ends at the first limit that it reaches, or earlier if the answer is sure enough.

    Raises BudgetError, which names the first wrong value.

    nodes: most moves made by the search; None: no limit.
    seconds: most wall-clock time; None: no limit.
    worlds: most sampled worlds for the best candidate; None: no limit.
    confidence: confidence level of intervals and of tests that drop candidates; at least 0.5, less than 1.
    seed: 0..2**64-1. The same seed with the same limit of nodes or worlds gives the same answer.
    threads: number of threads, at least 1.
    progress: function that is called from time to time with the used share of the budget, 0..1.
    also: texts of moves that the answer must include, however bad they are.
    aim: "win" for the share of the win first, with the margin as second aim; "margin" for the margin alone.
    explained: number of first moves of the answer that get reasons, 0 or more. The first three of them also get an
        expected continuation. Explanations take longer than a small search, and their time comes on top of `seconds`.
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
    aim: str = "win"

    def __post_init__(self) -> None:
        self.check_kinds(WHOLE_NUMBERS, (int,), "a whole number")
        self.check_kinds(NUMBERS, (int, float), "a number")
        self.check_ranges()

    def check_kinds(self, names: tuple[str, ...], kinds: tuple[type, ...], right: str) -> None:
        """Raises BudgetError if a value has none of these types. A limit may be None."""
        for name in names:
            value = getattr(self, name)
            absent = value is None and name in LIMITS
            if not absent and (not isinstance(value, kinds) or isinstance(value, bool)):
                raise BudgetError(f"{name} must be {right}, not {value!r}")

    def check_ranges(self) -> None:
        """Raises BudgetError if a value is out of its range."""
        for name in LIMITS:
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise BudgetError(f"{name} must be more than 0, not {value}")
        if not 0.5 <= self.confidence < 1:
            raise BudgetError(f"confidence must be in 0.5..1, not {self.confidence}")
        if self.aim not in AIMS:
            raise BudgetError(f"aim must be win or margin, not {self.aim!r}")
        if self.explained < 0:
            raise BudgetError(f"explained must be a whole number of at least 0, not {self.explained!r}")
        if self.threads < 1:
            raise BudgetError(f"threads must be at least 1, not {self.threads}")
        if not 0 <= self.seed < 2**64:
            raise BudgetError(f"seed must be in 0..2**64-1, not {self.seed}")

    def or_worlds(self, worlds: int) -> "Budget":
        """This budget, with a limit of worlds if it has none. 0 adds no limit."""
        return replace(self, worlds=worlds) if worlds and not self.worlds else self

    @property
    def followed(self) -> int:
        """Number of first moves of the answer that get an expected continuation."""
        return min(FOLLOWED, self.explained)
