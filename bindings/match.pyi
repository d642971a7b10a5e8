"""Types of the compiled module; match.pyx documents the function."""

from collections.abc import Sequence

from kiebitz.core import Game
from kiebitz.search import POLICIES as POLICIES

def play_match(
    game: Game, deal: int, policies: Sequence[str], seeds: Sequence[int]
) -> tuple[list[str], bytes, list[float], list[int]]: ...
