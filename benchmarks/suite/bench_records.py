"""Speed of records: reading the file of a whole game, with all hands and from one chair.

The answer is entries a second; 2,000 are 100 decisions in 50 ms.
"""

import random
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import kiebitz
from kiebitz.records import Record

Measure = Callable[..., Any]

pytestmark = [
    pytest.mark.parametrize("name", kiebitz.GAMES),
    # Processor time does not count other programs.
    pytest.mark.benchmark(timer=time.process_time),
]


def whole_game(name: str) -> Record:
    """The record of a game of two players who move at random or greedily, so that all kinds of moves occur."""
    choice, record = random.Random(5), Record.deal(kiebitz.game(name, 2), 5)
    while not record.table.over:
        state = record.state()
        record.play(state.random_move(choice.getrandbits(60)) if choice.random() < 0.4 else state.greedy_move())
    return record


def one_chair(full: Record) -> Record:
    """The same game as seat 0 sees it, with all draws named."""
    kept = Record.begin(full.at(1).view(0))
    for entry in full.entries:
        kept.add(replace(entry, hand=None))
    return kept


@pytest.mark.parametrize("chair", [False, True], ids=["all hands", "one chair"])
def test_records_read_from_their_text(measure: Measure, name: str, chair: bool) -> None:
    record = one_chair(whole_game(name)) if chair else whole_game(name)
    text = record.to_toml()
    _, again = measure(lambda: (len(record), Record.parse(text)), "entries")
    assert again == record
