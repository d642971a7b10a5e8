"""The learned values of the package: one file for each game. `make train` writes them."""

import json
from pathlib import Path
from threading import Lock
from typing import Any

from kiebitz.core import Game

LEARNING = Lock()  # a game learns once, whichever thread needs it first


def load(name: str) -> dict[str, Any]:
    """The content of a game's file; {} if the game has no learned value."""
    source = Path(__file__).with_name(f"{name}.json")
    found: dict[str, Any] = json.loads(source.read_text()) if source.is_file() else {}
    return found


def digest(name: str) -> str:
    """A short text that identifies the learned value of a game. It changes whenever the value changes."""
    from hashlib import sha256  # only arenas need it

    return sha256(json.dumps(load(name), sort_keys=True).encode()).hexdigest()[:12]


def ensure(game: Game) -> None:
    """Loads the learned value of a game, unless it is loaded already. Raises ValueError if there is none.

    If no value was learned for this number of players, the value for the nearest number is taken.
    """
    with LEARNING:
        if game.learned:
            return
        players = load(game.name).get("players", {})
        if not players:
            raise ValueError(f"no value was learned for {game.name}; `make train` does it")
        learned = players[min(players, key=lambda number: abs(int(number) - game.players))]
        import numpy as np  # only searches need it

        game.learn(np.array(learned["weights"], np.float32), np.array(learned["deviations"], np.float32))
