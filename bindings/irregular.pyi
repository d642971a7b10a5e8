"""Types of the compiled module; irregular.pyx documents the function."""

from kiebitz.core import Position

def play_irregular(position: Position, text: str) -> None: ...
