"""The limits of a search, and other wishes about its answer."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from kiebitz.errors import BudgetError

FOLLOWED = 3  # moves at the head of an answer that get an expected continuation
LIMITS = ("nodes", "worlds", "seconds")
WHOLE_NUMBERS = ("nodes", "worlds", "seed", "threads", "explained")
NUMBERS = ("seconds", "confidence")


@dataclass(frozen=True)
class Budget:
    """Limits of a search. It ends at the first limit it reaches, or as soon as the answer is sure enough.

    Raises BudgetError that names the first value that is wrong.

    nodes: number of moves made by the search; None for no limit.
    seconds: wall-clock time; None for no limit.
    worlds: number of sampled worlds for the best candidate; None for no limit.
    confidence: level of the intervals and of dropping a candidate, 0.5 up to 1.
    seed: 0..2**64-1; the same seed with the same nodes or worlds gives the same answer.
    threads: number of threads, at least 1.
    progress: called now and then with the share of the budget used, 0..1.
    also: texts of moves to report however bad they are.
    explained: number of moves at the head of the answer that get reasons; the first three of them get an expected
        continuation as well. Explanations take longer than a small search and come on top of `seconds`.
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

    def __post_init__(self) -> None:
        self.check_kinds(WHOLE_NUMBERS, (int,), "a whole number")
        self.check_kinds(NUMBERS, (int, float), "a number")
        self.check_ranges()

    def check_kinds(self, names: tuple[str, ...], kinds: tuple[type, ...], right: str) -> None:
        """Raises BudgetError if a value is not of these types; a limit may be None."""
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
        if self.explained < 0:
            raise BudgetError(f"explained must be a whole number of at least 0, not {self.explained!r}")
        if self.threads < 1:
            raise BudgetError(f"threads must be at least 1, not {self.threads}")
        if not 0 <= self.seed < 2**64:
            raise BudgetError(f"seed must be in 0..2**64-1, not {self.seed}")

    def or_worlds(self, worlds: int) -> "Budget":
        """This budget, limited to so many worlds if it has no limit of worlds; 0 for no limit."""
        return replace(self, worlds=worlds) if worlds and not self.worlds else self

    @property
    def followed(self) -> int:
        """Number of moves at the head of the answer that get an expected continuation."""
        return min(FOLLOWED, self.explained)
