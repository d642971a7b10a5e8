"""Games that are played from Python, decision by decision, by policies without search."""

import random
from collections.abc import Callable, Iterator

from kiebitz import Game, Move, Position
from kiebitz.arena.deals import deal_seed

CARELESS = 0.1  # share of random decisions of a careless player

Choose = Callable[[Position, random.Random], Move]


def at_random(position: Position, stream: random.Random) -> Move:
    """Any legal move with the same chance."""
    moves = position.legal_moves()
    return moves[int(stream.random() * len(moves))]


def greedily(position: Position, stream: random.Random) -> Move:
    """The greedy policy, which makes no random choices."""
    return position.greedy_move()


def carelessly(position: Position, stream: random.Random) -> Move:
    """The greedy policy, with one random decision in ten. Two such players are equal and play fairly well."""
    return at_random(position, stream) if stream.random() < CARELESS else position.greedy_move()


POLICIES = {"random": at_random, "greedy": greedily}


def deals(game: Game, seed: int, count: int) -> Iterator[tuple[int, Position]]:
    """The numbers and positions of `count` independent deals."""
    return ((number, game.deal(deal_seed(seed, number))) for number in range(count))


def stream_of(*names: object) -> random.Random:
    """Random numbers that depend on these names alone. They are the same in every run and on every machine."""
    return random.Random(" ".join(map(str, names)))


def decisions(position: Position, choose: Choose, stream: random.Random) -> Iterator[tuple[Position, Move]]:
    """Plays the position itself to its end. Yields position and move before each move is made."""
    while not position.over:
        move = choose(position, stream)
        yield position, move
        position.play(move)


def finished(position: Position, choose: Choose, stream: random.Random) -> Position:
    """The position, played to its end."""
    for _ in decisions(position, choose, stream):
        pass
    return position
