"""Types of the compiled module; luck.pyx documents the functions."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kiebitz.core import Move, Position, View

def replay(known: View, move: Move | None, seed: int) -> Position: ...
def look_ahead(
    position: Position,
    plies: Sequence[int],
    policies: Sequence[str] | None = None,
    learned: bool = True,
    wins: bool = False,
) -> NDArray[np.float64]: ...
