"""Options of several commands, and checks of their values."""

import math
from typing import Annotated

from typer import Option

from kiebitz.errors import KiebitzError

LARGEST_SEED = 2**64 - 1

Json = Annotated[bool, Option("--json", help="Print one JSON document instead.")]


def checked_seed(option: str, seed: int) -> int:
    """The seed, which must fit 64 bits."""
    if seed > LARGEST_SEED:
        raise KiebitzError(f"{option}: {seed} is too large; right would be 0 to {LARGEST_SEED}")
    return seed


def checked_seconds(seconds: float | None) -> float | None:
    """The time, which must be positive and finite; None if there is no limit."""
    if seconds is not None and not (seconds > 0 and math.isfinite(seconds)):
        raise KiebitzError(
            f"--seconds: {seconds} is no time to search for; right would be a positive number such as 2.5"
        )
    return seconds
