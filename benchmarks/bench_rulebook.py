"""The slow peer: whole greedy games by the plain-Python rule book of the tests, and how much faster the engine is.

Both play by the same policy; between plays of equal points they may choose differently.
"""

import random
import time
from importlib import import_module
from statistics import median

import pytest

import kiebitz
from kiebitz.benchmarks.measures import PLAYERS, play_games, timed

GAMES_A_ROUND = 2
ROUNDS = 3


def kwatro_turn(book, facts, options):
    """(most points of the turn, a swap first included, or -1; its first move, a swap before a play of equal points)."""
    plays = book.plays(facts, options)
    first = min(plays, key=lambda move: (-plays[move], move), default="pass")
    best = plays.get(first, -1)
    for swap in sorted(book.swaps(facts, options)):
        points = max(kwatro_turn(book, book.play(facts, swap, options), options)[0], 0)
        if points > best or (points == best and not first.startswith("swap")):
            best, first = points, swap
    return best, first


def kwatro_move(book, facts, options):
    """The engine's greedy policy: when nothing scores, new cards for all real ones as far as the pile goes."""
    best, move = kwatro_turn(book, facts, options)
    if best > 0 or move.startswith("swap") or (best == 0 and not facts["pile"]):
        return move
    held = [card for card in book.IDENTITIES if card in book.hand_to_move(facts)][: len(facts["pile"])]
    return " ".join(["trade", *held]) if held else "pass"


POLICIES = {"kwatro": kwatro_move}


def decks(book):
    """Shuffled decks, the same in every run."""
    for seed in range(GAMES_A_ROUND):
        deck = list(book.CARDS)
        random.Random(seed).shuffle(deck)
        yield deck


def greedy_game(book, choose, deck, options):
    """(facts after the deal, moves, final scores) of one game by the rule book."""
    start = facts = book.deal(PLAYERS, options, deck)
    moves = []
    while not book.over(facts):
        moves.append(choose(book, facts, options))
        facts = book.play(facts, moves[-1], options)
    return start, moves, book.scores(facts)


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.benchmark(timer=time.process_time)
def test_greedy_games_of_the_rule_book(measure, benchmark, name, capsys):
    book = import_module(f"rulebook.{name}")
    options = dict(book.DEFAULTS)

    def work():
        return GAMES_A_ROUND, [greedy_game(book, POLICIES[name], deck, options) for deck in decks(book)]

    games, played = measure(work, "games", rounds=ROUNDS)
    game = kiebitz.game(name, PLAYERS)
    for start, moves, scores in played:
        assert engine_scores(game, start, moves) == scores
    if benchmark.stats:
        slow = games / benchmark.stats.stats.median
        fast = median(timed(lambda: play_games(game, "greedy"), 0.05)[0] for _ in range(9))
        benchmark.extra_info["engine_times_faster"] = fast / slow
        with capsys.disabled():
            print(f"\n{name}: {fast:,.0f} greedy games/s, {fast / slow:,.0f} times as many as the rule book")


def engine_scores(game, start, moves):
    """Final scores when the engine plays the rule book's game, agreeing that each turn starts as well as it can."""
    position = game.position(start)
    for move in moves:
        assert position.move(move).points == position.greedy_move().points
        position.play(move)
    assert position.over
    return position.scores
