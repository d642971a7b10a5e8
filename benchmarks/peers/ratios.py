"""Interleaved measurements and their ratios: median and interquartile range over rounds."""

import time
from typing import NamedTuple

import numpy as np

from kiebitz.benchmarks.peers.work import KINDS


class Ratio(NamedTuple):
    """How many times the peer's units a second kiebitz does; low, high: quartiles over rounds; moves: legal moves a
    decision on average, of kiebitz's game and of the peer's."""

    kind: str
    game: str
    peer: str
    peer_game: str
    median: float
    low: float
    high: float
    moves: tuple[float, float]


def rate(work, seconds):
    """Units a second of processor time, from whole repeats of about that long in all."""
    start, units = time.process_time(), 0
    while True:
        units += work.run()
        spent = time.process_time() - start
        if spent >= seconds:
            return units / max(spent, 1e-9)


def measured(works, rounds, seconds, progress=lambda share: None):
    """Rates, shape (works, rounds). In a round everything takes its turn, every other round backwards, so that a busy
    minute or a steady drift of the machine hits all alike."""
    rates = np.zeros((len(works), rounds))
    for number in range(rounds):
        order = range(len(works)) if number % 2 == 0 else reversed(range(len(works)))
        for place in order:
            rates[place, number] = rate(works[place], seconds)
        progress((number + 1) / rounds)
    return rates


def ratios(ours, theirs, own_rates, peer_rates):
    """A Ratio for each of our games against each work of a peer of the same kind, taken within each round."""
    found = []
    for peer, slow in zip(theirs, peer_rates, strict=True):
        for own, fast in zip(ours, own_rates, strict=True):
            same_game = peer.kind != "rules" or peer.game == own.game
            if own.kind == peer.kind and same_game:
                low, median, high = np.quantile(fast / slow, [0.25, 0.5, 0.75]).tolist()
                moves = own.moves, peer.moves
                found.append(Ratio(own.kind, own.game, peer.who, peer.game, median, low, high, moves))
    return sorted(found, key=lambda ratio: list(KINDS).index(ratio.kind))


def lines(found):
    """The table: a block a kind of work, nothing but ratios in it."""
    for kind, meaning in KINDS.items():
        rows = [ratio for ratio in found if ratio.kind == kind]
        if rows:
            yield from ("", f"{kind}: {meaning}", heading())
            yield from map(line, rows)


def heading():
    return f"  {'kiebitz':8} {'peer':32} {'times as many':>14}  {'quartiles':>18}  {'legal moves':>13}"


def line(ratio):
    peer = f"{ratio.peer}, {ratio.peer_game}"
    quartiles = f"{figure(ratio.low)} to {figure(ratio.high)}"
    moves = " / ".join(f"{count:.0f}" for count in ratio.moves)
    return f"  {ratio.game:8} {peer:32} {figure(ratio.median):>14}  {quartiles:>18}  {moves:>13}"


def figure(number):
    """Two or three digits: more would claim what a shared machine cannot tell."""
    return f"{number:.2g}" if number < 10 else f"{round(number, 2 - len(str(int(number)))):,.0f}"
