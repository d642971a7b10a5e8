"""Last write decisions of Qwinto with the results of each move: the data of tests/test_last_decisions.py.

python -m tools.last_writes > tests/data/last_writes.jsonl

The results come from the rule book of the tests, not from the engine. Games are played by the learned value, with a
random move now and then.
"""

import json
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import kiebitz
from kiebitz import View
from kiebitz.benchmarks.command_line import run
from kiebitz.learned import static_move

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from last_writes import ranges  # type: ignore[import-not-found]

WANTED = {2: 140, 3: 40, 4: 20}  # positions by number of players
RANDOM = 0.1  # share of random moves


def views(players: int, choice: random.Random) -> Iterator[View]:
    """The views of all write decisions with a choice, game by game."""
    game = kiebitz.game("qwinto", players)
    while True:
        position = game.deal(choice.randrange(2**32))
        while not position.over:
            moves = position.legal_moves()
            view = position.view()
            if len(moves) > 1 and view.facts()["decision"] == "write":
                yield view
            position.play(choice.choice(list(moves)) if choice.random() < RANDOM else static_move(position))


def last_writes() -> None:
    """Writes one position a line: its one-line form and the range of each move."""
    for players, wanted in WANTED.items():
        choice, written = random.Random(players), 0
        for view in views(players, choice):
            found = ranges(view.facts())
            if any(found.values()):
                print(json.dumps({"line": view.to_line(), "ranges": found}))
                written += 1
                if written == wanted:
                    break


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program and returns its exit status."""
    return run("tools.last_writes", last_writes, arguments)


if __name__ == "__main__":
    sys.exit(main())
