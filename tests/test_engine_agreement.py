"""The engine against the rule books: the same moves, points, states and ends on random games with every option."""

import random
from importlib import import_module

import agreement
import pytest

GAMES = {
    "kwatro": ((2, 2, 3, 4), agreement.shuffled_pile),
    "quanto": ((2, 3, 4, 5, 6), agreement.never_shuffled),
    "climb": ((2, 3, 4), agreement.never_shuffled),
}
# Decisions compared in a run: CHUNKS x DECISIONS for each game, here 20,000; the slow suite compares a million.
CHUNKS, DECISIONS = 40, 500
SLOW_CHUNKS, SLOW_DECISIONS = 400, 2500


def compare(name, chunk, decisions):
    players, order_of = GAMES[name]
    book = import_module(f"rulebook.{name}")
    choice = random.Random(chunk)
    done = 0
    while done < decisions:
        options = dict(book.DEFAULTS) if choice.random() < 0.5 else agreement.random_options(book, choice)
        seed = choice.randrange(2**32)
        done += agreement.compare_game(name, choice.choice(players), options, seed, decisions - done, order_of)


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("name", GAMES)
def test_engine_and_rule_book_agree_at_every_decision_of_random_games(name, chunk):
    compare(name, chunk, DECISIONS)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(SLOW_CHUNKS))
@pytest.mark.parametrize("name", GAMES)
def test_engine_and_rule_book_agree_at_a_million_decisions(name, chunk):
    compare(name, 1_000_000 + chunk, SLOW_DECISIONS)
