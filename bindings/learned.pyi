"""Types of the compiled module; learned.pyx documents the functions."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kiebitz.core import Game, GameState, Move

def feature_names(game: Game) -> list[str]: ...
def features(state: GameState, observer: int | None = None) -> tuple[int, NDArray[np.float32]]: ...
def expected(state: GameState, observer: int | None = None) -> list[float]: ...
def values(
    state: GameState, which: Sequence[int] | NDArray[Any] | None = None, seconds: float = 0.0
) -> tuple[NDArray[np.float64], NDArray[np.float64], float]: ...
def uses(state: GameState) -> NDArray[np.uint64]: ...
def features_after(state: GameState) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float32]]: ...
def static_move(state: GameState) -> Move: ...
def self_play(
    game: Game, seed: int, first: int, games: int, policy: str, latest: int = 0
) -> tuple[
    NDArray[np.float32],
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.int64],
]: ...
