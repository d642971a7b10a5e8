"""Games played from Python, decision by decision, by policies that need no search."""

import random

from kiebitz.arena.deals import deal_seed

CARELESS = 0.1  # decisions of a careless player that are left to chance


def at_random(position, stream):
    """Any legal move with the same chance."""
    moves = position.legal_moves()
    return moves[int(stream.random() * len(moves))]


def greedily(position, stream):
    """The greedy policy, which leaves nothing to chance."""
    return position.greedy_move()


def carelessly(position, stream):
    """Greedily, but one decision in ten at random: good players who err, all alike."""
    return at_random(position, stream) if stream.random() < CARELESS else position.greedy_move()


POLICIES = {"random": at_random, "greedy": greedily}


def deals(game, seed, count):
    """(number, position) of that many deals, different and unrelated."""
    return ((number, game.deal(deal_seed(seed, number))) for number in range(count))


def stream_of(*names):
    """Random numbers of their own for whoever has these names; the same in every run and on every machine."""
    return random.Random(" ".join(map(str, names)))


def decisions(position, choose, stream):
    """Yields (position, move) before each decision while it plays the position itself to its end."""
    while not position.over:
        move = choose(position, stream)
        yield position, move
        position.play(move)


def finished(position, choose, stream):
    """The position, played to its end."""
    for _ in decisions(position, choose, stream):
        pass
    return position
