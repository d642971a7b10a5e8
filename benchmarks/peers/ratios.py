"""Interleaved measurements and their ratios: median and interquartile range over rounds."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kiebitz.benchmarks.peers.work import KINDS, Work

Floats = NDArray[np.float64]


class Ratio(NamedTuple):
    """The units per second of kiebitz divided by those of a peer.

    kind: the kind of work, a key of KINDS.
    game: the game of kiebitz.
    peer: the package and its method.
    peer_game: the game of the peer.
    median, low, high: quartiles of the ratio over rounds.
    moves: mean number of legal moves of a decision, in the game of kiebitz and in the peer's game.
    """

    kind: str
    game: str
    peer: str
    peer_game: str
    median: float
    low: float
    high: float
    moves: tuple[float, float]


def rate(work: Work, seconds: float) -> float:
    """Units per second of processor time.

    seconds: processor time of the measurement; the last repeat of the work may exceed it.
    """
    start, units = time.process_time(), 0
    while True:
        units += work.run()
        spent = time.process_time() - start
        if spent >= seconds:
            return units / max(spent, 1e-9)


def measured(
    works: Sequence[Work], rounds: int, seconds: float, progress: Callable[[float], None] = lambda share: None
) -> Floats:
    """Units per second, shape (works, rounds).

    rounds: number of rounds; all works take turns in each.
    seconds: processor time of each measurement.
    progress: function that gets the finished share, 0..1.

    Every second round goes backwards, so that a busy minute or a steady drift of the machine affects all works alike.
    """
    rates = np.zeros((len(works), rounds))
    for number in range(rounds):
        places = range(len(works))
        for place in places if number % 2 == 0 else reversed(places):
            rates[place, number] = rate(works[place], seconds)
        progress((number + 1) / rounds)
    return rates


def ratios(
    ours: Sequence[Work], theirs: Sequence[Work], own_rates: Iterable[Any], peer_rates: Iterable[Any]
) -> list[Ratio]:
    """A ratio for each of our works and each peer's work of the same kind. Ratios are taken within each round.

    own_rates, peer_rates: units per second of our works and of the peers' works, each of shape (works, rounds).
    """
    found = []
    for peer, slow in zip(theirs, peer_rates, strict=True):
        for own, fast in zip(ours, own_rates, strict=True):
            same_game = peer.kind != "rules" or peer.game == own.game
            if own.kind == peer.kind and same_game:
                low, median, high = np.quantile(fast / slow, [0.25, 0.5, 0.75]).tolist()
                moves = own.moves, peer.moves
                found.append(Ratio(own.kind, own.game, peer.who, peer.game, median, low, high, moves))
    return sorted(found, key=lambda ratio: list(KINDS).index(ratio.kind))


def lines(found: Sequence[Ratio]) -> Iterator[str]:
    """The table of ratios: a block for each kind of work."""
    for kind, meaning in KINDS.items():
        rows = [ratio for ratio in found if ratio.kind == kind]
        if rows:
            yield from ("", f"{kind}: {meaning}", heading())
            yield from map(line, rows)


def heading() -> str:
    """The headings of a block."""
    return f"  {'kiebitz':8} {'peer':32} {'times as many':>14}  {'quartiles':>18}  {'legal moves':>13}"


def line(ratio: Ratio) -> str:
    """A row of a block."""
    peer = f"{ratio.peer}, {ratio.peer_game}"
    quartiles = f"{figure(ratio.low)} to {figure(ratio.high)}"
    moves = " / ".join(f"{count:.0f}" for count in ratio.moves)
    return f"  {ratio.game:8} {peer:32} {figure(ratio.median):>14}  {quartiles:>18}  {moves:>13}"


def figure(number: float) -> str:
    """A number with two digits. Measurements on a shared machine are not more precise."""
    return f"{number:.2g}" if number < 10 else f"{round(number, 2 - len(str(int(number)))):,.0f}"
