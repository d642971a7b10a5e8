"""Options that several commands share, and checks of their values."""

import math
from enum import Enum
from typing import Annotated

from typer import Option

from kiebitz.errors import KiebitzError

LARGEST_SEED = 2**64 - 1


class Aims(Enum):
    """What the player to move wants."""

    WIN = "win"
    MARGIN = "margin"


Aim = Annotated[
    Aims,
    Option(
        "--aim",
        help="win: the probability of winning decides, and the margin where it is level. margin: the margin alone"
        " decides, for people who play several rounds for points.",
    ),
]
Json = Annotated[bool, Option("--json", help="Print one JSON document instead of text.")]


def checked_seed(option: str, seed: int) -> int:
    """The seed. Raises KiebitzError if it does not fit into 64 bits.

    option: the name of the option, for the message.
    """
    if seed > LARGEST_SEED:
        raise KiebitzError(f"{option}: {seed} is too large; right would be 0 to {LARGEST_SEED}")
    return seed


def checked_seconds(seconds: float | None) -> float | None:
    """The time limit, or None. Raises KiebitzError if it is not positive and finite."""
    if seconds is not None and not (seconds > 0 and math.isfinite(seconds)):
        raise KiebitzError(f"--seconds: {seconds} is no time limit; right would be a positive number such as 2.5")
    return seconds
