"""Speed of the engine relative to the plain-Python rule book of the tests: whole greedy games.

Both play by the same policy, but they may choose different plays of equal points.
"""

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import Any

import pytest

import kiebitz
from kiebitz.benchmarks.workloads import GAMES, PLAYERS, play_games

GAMES_A_ROUND = 16  # games of one round; the slowest takes five times as long as the fastest
ROUNDS = 2

Facts = dict[str, Any]
ChooseText = Callable[[Any, Facts, Facts], str]


def kwatro_turn(book: Any, facts: Facts, options: Facts) -> tuple[int, str]:
    """The most points that a turn can score, -1 if it can score none, and its first move.

    Of a swap and a play with equal points the swap is chosen.
    """
    plays = book.plays(facts, options)
    first = min(plays, key=lambda move: (-plays[move], move), default="pass")
    best = plays.get(first, -1)
    for swap in sorted(book.swaps(facts, options)):
        points = max(kwatro_turn(book, book.play(facts, swap, options), options)[0], 0)
        if points > best or (points == best and not first.startswith("swap")):
            best, first = points, swap
    return best, first


def kwatro_move(book: Any, facts: Facts, options: Facts) -> str:
    """The engine's greedy policy. If nothing scores, it trades as many real cards as the pile has."""
    best, move = kwatro_turn(book, facts, options)
    if best > 0 or move.startswith("swap") or (best == 0 and not facts["pile"]):
        return move
    held = [card for card in book.IDENTITIES if card in book.hand_to_move(facts)][: len(facts["pile"])]
    return " ".join(["trade", *held]) if held else "pass"


POLICIES = {"kwatro": kwatro_move}


def decks(book: Any) -> Iterator[list[str]]:
    """Shuffled decks, the same in every run."""
    for seed in range(GAMES_A_ROUND):
        deck = list(book.CARDS)
        random.Random(seed).shuffle(deck)
        yield deck


def greedy_game(book: Any, choose: ChooseText, deck: list[str], options: Facts) -> tuple[Facts, list[str], list[int]]:
    """Facts after the deal, moves and final scores of one game by the rule book."""
    start = facts = book.deal(PLAYERS, options, deck)
    moves = []
    while not book.over(facts):
        moves.append(choose(book, facts, options))
        facts = book.play(facts, moves[-1], options)
    return start, moves, book.scores(facts)


def taken(work: Callable[[], Any]) -> tuple[float, Any]:
    """The processor time of some work in seconds, and its result."""
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.benchmark(timer=time.process_time)
def test_greedy_games_of_the_rule_book(measure: Callable[..., Any], benchmark: Any, name: str, capsys: Any) -> None:
    """Games of the rule book alternate with games of the engine, since the speed of a machine changes slowly."""
    book = import_module(f"rulebook.{name}")
    options = dict(book.DEFAULTS)
    game = kiebitz.game(name, PLAYERS)
    slow: list[float] = []
    fast: list[float] = []

    def work() -> tuple[int, list[Any]]:
        played = []
        for deck in decks(book):
            fast.append(taken(lambda: play_games(game, "greedy"))[0] / GAMES)
            seconds, found = taken(partial(greedy_game, book, POLICIES[name], deck, options))
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


def engine_scores(game: kiebitz.Game, start: Facts, moves: list[str]) -> list[int]:
    """Final scores of the rule book's game in the engine. Each move must score as much as the engine's own choice."""
    position = game.position(start)
    for move in moves:
        assert position.move(move).points == position.greedy_move().points
        position.play(move)
    assert position.over
    return position.scores
