"""A slow peer for our own games: the rule books of the tests, plain Python written from the rules alone."""

import random
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import kiebitz
from kiebitz.benchmarks.peers.work import OPENING, LeftOut, Work, collected, pick
from kiebitz.benchmarks.workloads import PLAYERS

NAME = "rule book"
TESTS = Path(__file__).parents[2] / "tests"


def works() -> list[Work | LeftOut]:
    """Openings of every game."""
    if not (TESTS / "rulebook").is_dir():
        return [LeftOut(NAME, "the tests are not installed with the package; run it in the source tree")]
    if str(TESTS) not in sys.path:
        sys.path.append(str(TESTS))
    return collected(NAME, [(name, partial(driven, name)) for name in kiebitz.GAMES])


def driven(name: str) -> Work:
    """An opening of one game."""
    book = import_module(f"rulebook.{name}")
    counts = played(book)
    return Work("rules", NAME, name, sum(counts) / len(counts), lambda: len(played(book)))


def played(book: Any) -> list[int]:
    """The number of legal moves of the first OPENING decisions of a random game. The game is always the same."""
    options, stream = dict(book.DEFAULTS), random.Random(1)
    counts: list[int] = []
    deck = list(book.CARDS)
    stream.shuffle(deck)
    facts = book.deal(PLAYERS, options, deck, shuffled(stream))
    while not book.over(facts) and len(counts) < OPENING:
        legal = sorted(book.legal(facts, options))
        counts.append(len(legal))
        facts = book.play(facts, pick(stream, legal), options, shuffled(stream))
    return counts


def shuffled(stream: random.Random) -> Callable[[list[str]], list[str]]:
    """A function that shuffles cards with these random numbers."""
    return lambda cards: stream.sample(cards, len(cards))
