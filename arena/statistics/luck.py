"""Luck taken out of results: a control variate in the manner of AIVAT (Burch et al., AAAI 2018).

At every event with a part of chance, the value of the position that came is compared with the mean value of the
positions that could have come. The differences have mean 0 for every value function, since both sides follow the same
distribution. So their sum can be subtracted from the result without a bias. The better the function foresees the
result, the less the rest varies.

    decision   pile as it lay ---------> what came:          value
    of a turn  pile shuffled, K times -> what could come:    mean value      term = value - mean value

Given the true position before a turn, two things are random: the order of the pile cards that no player knows, and the
choice of a solver that draws its moves at random. This holds for solvers that get views. It would be wrong for an
`oracle`, which sees the pile.
"""

import itertools
import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kiebitz import Move, Position, View
from kiebitz.luck import look_ahead, replay
from kiebitz.search import POLICIES

Numbers = NDArray[np.float64]

QUICK = frozenset(POLICIES) - {"random"}
# Changes of player, by python -m tools.probe luck_ratio --plies 1,2,3,4,8,12,16; see benchmarks/README.md.
FAR, NEAR = 12, 2


class Term(NamedTuple):
    """One event: its turn, the value of the position that came and the expected value, shape (players, ...)."""

    turn: int
    after: Numbers
    expected: Numbers


def correction(terms: Sequence[Any], players: int) -> Numbers:
    """The luck of every player: the sum of value minus expected value over the events, in the unit of the value.

    terms: pairs or `Term`s whose last two items are the value after and the expected value before, shape (players,) or
        (players, values).
    players: their count.

    Zeros, shape (players,), without events.
    """
    if not terms:
        return np.zeros(players)
    total: Numbers = np.sum(
        [np.asarray(after, float) - np.asarray(expected, float) for *_, after, expected in terms], axis=0
    )
    return total


@dataclass(frozen=True)
class LookAhead:
    """The built-in value function: the value of a position after a few changes of player; works for any game.

    plies: numbers of changes, one value for each, which `adjusted` weighs against each other; None: one a player,
        so that all cards in hand had their turn; 0: to the end of the game.
    policies: policy that plays on, by seat, see `kiebitz.luck.look_ahead`; None: greedy in all seats.
    learned: whether the learned value gives the margin then; else it is the margin at hand.
    wins: whether as many shares of the win, 0..1, follow the margins.
    """

    plies: tuple[int, ...] | None = None
    policies: tuple[str, ...] | None = None
    learned: bool = True
    wins: bool = False

    def __call__(self, position: Position) -> Numbers:
        """The values of a position, shape (players, values)."""
        plies = self.plies or (position.game.players,)
        values: Numbers = look_ahead(position, plies, self.policies, self.learned, self.wins)
        return values.reshape(position.game.players, -1)


def foresight(solvers: Sequence[str], plies: tuple[int, ...] | None = None) -> LookAhead:
    """The look-ahead, with margins and wins, that fits solvers.

    solvers: by seat, texts as for `make_solver`. A policy of the engine plays on as itself; `static` stands in for all
        others.
    plies: as of `LookAhead`; None: FAR without stand-ins, else NEAR, since a stand-in soon plays another game.
    """
    policies = tuple(text if text in QUICK else "static" for text in solvers)
    plies = plies or ((FAR if policies == tuple(solvers) else NEAR),)
    return LookAhead(plies, policies, wins=True)


@dataclass(frozen=True)
class Replay:
    """How turns are replayed.

    value: function of a position that returns a value for each player, shape (players,) or (players, values); it may
        look at hidden cards.
    samples: replays of a turn behind its expected value, at least 1.
    refills: shuffles behind the value of the position that came, at least 1; 1 takes its pile in the true order. More
        suit value functions that depend on cards still to come.
    seed: of all random numbers.
    solvers: by seat, solvers with `choose(view, seed)` whose choice is random. They choose again in each replay, so
        that their luck with their own choices is taken out too.
    """

    value: Callable[[Position], Any] = field(default_factory=LookAhead)
    samples: int = 32
    refills: int = 1
    seed: int = 0
    solvers: Mapping[int, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.samples < 1 or self.refills < 1:
            raise ValueError(f"samples and refills must be at least 1, not {self.samples}, {self.refills}")


def luck_terms(start: Position, moves: Sequence[Any], how: Replay | None = None) -> list[Term]:
    """The events of a game: one for each turn with a part of chance.

    start: the true position after the deal; it is not changed.
    moves: all moves of the game, as `Move`s or texts.
    how: how turns are replayed.

    The luck of the deal is no event: it cancels if the deal is played in all seatings. IllegalMoveError for a move that
    is not legal.
    """
    how = how or Replay()
    stream = random.Random(how.seed)
    position, terms = start.copy(), []
    before = open_hands(position)
    for turn, text in enumerate(moves):
        move = position.move(text) if isinstance(text, str) else text
        choose = chooser(how, stream, position, move)
        by_chance = position.to_move in how.solvers
        shuffled = None in before.facts()["pile"]
        position.play(move)
        known = None if position.over else open_hands(position)
        if shuffled or by_chance:
            expected = mean_value(how, stream, before, how.samples, choose)
            terms.append(Term(turn, came(how, stream, position, known), expected))
        if known is not None:
            before = known
    return terms


def chooser(how: Replay, stream: random.Random, position: Position, move: Move) -> Callable[[], Move]:
    """A function that gives the move of a replay: the same move, or a new choice of a solver that plays by chance."""
    solver = None if position.to_move is None else how.solvers.get(position.to_move)
    if solver is None:
        return lambda: move
    view = position.view()
    return lambda: solver.choose(view, stream.getrandbits(64))


def open_hands(position: Position) -> View:
    """A view that knows all but the order of the pile cards that no player knows.

    Given the true position any order of them is equally likely, so sampling this view replays chance alone.
    """
    facts = position.facts()
    piles = [position.view(seat).facts()["pile"] for seat in range(position.game.players)]
    facts["pile"] = [next((card for card in cards if card is not None), None) for cards in zip(*piles, strict=True)]
    facts["viewer"] = facts["to_move"]
    return position.game.view(facts, position.names, trusted=True)


def came(how: Replay, stream: random.Random, position: Position, known: View | None) -> Numbers:
    """The value of the position that came; its shuffles must be as random as those of the replays."""
    if known is None or how.refills == 1:
        return np.asarray(how.value(position), float)
    return mean_value(how, stream, known, how.refills)


def mean_value(
    how: Replay, stream: random.Random, known: View, samples: int, choose: Callable[[], Any] | None = None
) -> Numbers:
    """The mean value over replays; choose: gives the move of each, None: nobody moves."""
    values = []
    for future in futures(known, samples):
        move = None if choose is None else choose()
        values.append(how.value(replay(future, move, stream.getrandbits(64))))
    mean: Numbers = np.mean(values, 0)
    return mean


def futures(known: View, samples: int) -> list[View]:
    """About `samples` views to replay: if the hidden cards are few, every order of them equally often."""
    facts = known.facts()
    hidden = [i for i, card in enumerate(facts["pile"]) if card is None]
    if math.factorial(len(hidden)) > samples:
        return [known] * samples
    cards = [known.sample().facts()["pile"][i] for i in hidden]
    every = []
    for order in itertools.permutations(cards):
        pile = list(facts["pile"])
        for i, card in zip(hidden, order, strict=True):
            pile[i] = card
        every.append(known.game.view({**facts, "pile": pile}, known.names, trusted=True))
    return every * (samples // len(every))


def luck(start: Position, moves: Sequence[Any], how: Replay | None = None) -> Numbers:
    """The luck of every player in a game, in the shape of the value; arguments as of `luck_terms`."""
    how = how or Replay()
    terms = luck_terms(start, moves, how)
    return correction(terms, start.game.players) if terms else np.zeros(np.shape(how.value(start)))
