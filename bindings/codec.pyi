"""Types of the compiled module."""

from typing_extensions import disjoint_base

@disjoint_base
class Codec:
    def __init__(self, game: str, texts: dict[int, str], hidden: int) -> None: ...
