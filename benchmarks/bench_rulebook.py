"""The slow peer: whole greedy games by the plain-Python rule book of the tests, and how much faster the engine is.

Both play by the same policy; between plays of equal points they may choose differently.
"""

import random
import time
from importlib import import_module

import pytest

import kiebitz
from kiebitz.benchmarks.workloads import GAMES, PLAYERS, play_games

GAMES_A_ROUND = 16  # their cost differs fivefold
ROUNDS = 2


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


def taken(work):
    """Processor seconds that it takes, and what it gives."""
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.benchmark(timer=time.process_time)
def test_greedy_games_of_the_rule_book(measure, benchmark, name, capsys):
    """Games of the rule book and batches of the engine's in turn, since the speed of a machine drifts."""
    book = import_module(f"rulebook.{name}")
    options = dict(book.DEFAULTS)
    game = kiebitz.game(name, PLAYERS)
    slow, fast = [], []

    def work():
        played = []
        for deck in decks(book):
            fast.append(taken(lambda: play_games(game, "greedy"))[0] / GAMES)
            seconds, found = taken(lambda deck=deck: greedy_game(book, POLICIES[name], deck, options))
            slow.append(seconds)
            played.append(found)
        return GAMES_A_ROUND, played

    _, played = measure(work, "games", rounds=ROUNDS)
    for start, moves, scores in played:
        assert engine_scores(game, start, moves) == scores
    if benchmark.stats:
        benchmark.extra_info["engine_times_faster"] = times = sum(slow) / sum(fast)
        with capsys.disabled():
            print(f"\n{name}: {len(fast) / sum(fast):,.0f} greedy games/s, {times:,.0f} times as many as the rule book")


def engine_scores(game, start, moves):
    """Final scores when the engine plays the rule book's game, agreeing that each turn starts as well as it can."""
    position = game.position(start)
    for move in moves:
        assert position.move(move).points == position.greedy_move().points
        position.play(move)
    assert position.over
    return position.scores
