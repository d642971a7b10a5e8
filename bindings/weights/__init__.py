"""The learned values that come with the program, one file for each game, written by `make train`."""

import json
from pathlib import Path
from typing import Any

from kiebitz.core import Game


def load(name: str) -> dict[str, Any]:
    """The file of a game; {} if no value was learned for the game."""
    source = Path(__file__).with_name(f"{name}.json")
    found: dict[str, Any] = json.loads(source.read_text()) if source.is_file() else {}
    return found


def digest(name: str) -> str:
    """A short text that changes with the learned value of a game, and so with the players that use it."""
    from hashlib import sha256  # only arenas need it

    return sha256(json.dumps(load(name), sort_keys=True).encode()).hexdigest()[:12]


def ensure(game: Game) -> None:
    """Gives a game its learned value, once; raises ValueError if there is none.

    If no value was learned for its number of players, the value for the nearest number counts.
    """
    if game.learned:
        return
    players = load(game.name).get("players", {})
    if not players:
        raise ValueError(f"no value was learned for {game.name}; `make train` does it")
    learned = players[min(players, key=lambda number: abs(int(number) - game.players))]
    import numpy as np  # only searches need it

    game.learn(np.array(learned["weights"], np.float32), np.array(learned["deviations"], np.float32))
