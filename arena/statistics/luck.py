"""Luck removed from results: a control variate like AIVAT (Burch et al., AAAI 2018).

At every event that depends on chance, the value of the position that came is compared with the mean value of the
positions that could have come. The differences have mean 0 for every value function, since both sides have the same
distribution. So their sum can be subtracted from the result without a bias. The better the function predicts the
result, the less the rest varies.

    decision   true order of the pile ----> position that came:             value
    of a turn  K shuffles of the pile ----> positions that could have come: mean value
                                            term = value - mean value

Given the true position before a turn, two things are random: the order of the pile cards that no player knows, and the
choice of a solver that chooses moves at random. This holds for solvers that get views. It would be wrong for an
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

Floats = NDArray[np.float64]

QUICK = frozenset(POLICIES) - {"random"}
# Lengths of the look-ahead in changes of player: the best of python -m tools.probe luck_ratio --plies 1,2,3,4,8,12,16
# (see benchmarks/README.md).
FAR, NEAR = 12, 2


class Term(NamedTuple):
    """One event.

    turn: number of the move, from 0.
    after: value of the position that came, shape (players,) or (players, values).
    expected: mean value of the positions that could have come, same shape.
    """

    turn: int
    after: Floats
    expected: Floats


def correction(terms: Sequence[Any], players: int) -> Floats:
    """The luck of every player: the sum of value minus expected value over the events, in the unit of the value.

    terms: events as `Term`s or pairs. The last two items are the value and the expected value, shape (players,) or
        (players, values).
    players: number of players.

    Without events it returns zeros of shape (players,).
    """
    if not terms:
        return np.zeros(players)
    total: Floats = np.sum(
        [np.asarray(after, float) - np.asarray(expected, float) for *_, after, expected in terms], axis=0
    )
    return total


@dataclass(frozen=True)
class LookAhead:
    """The built-in value function: the value of a position after a few changes of player. It works for any game.

    plies: numbers of changes of player. Each gives a value, and `adjusted` finds the weights of the values. 0 plays to
        the end of the game. None for as many changes as players, so that every hand has its turn.
    policies: the policy that plays on in each seat (see `kiebitz.luck.look_ahead`); None for greedy in all seats.
    learned: whether the margin is that of the learned value; else it is the present margin.
    wins: whether as many shares of the win, 0..1, follow the margins.
    """

    plies: tuple[int, ...] | None = None
    policies: tuple[str, ...] | None = None
    learned: bool = True
    wins: bool = False

    def __call__(self, position: Position) -> Floats:
        """The values of a position, shape (players, values)."""
        plies = self.plies or (position.game.players,)
        values: Floats = look_ahead(position, plies, self.policies, self.learned, self.wins)
        return values.reshape(position.game.players, -1)


def foresight(solvers: Sequence[str], plies: tuple[int, ...] | None = None) -> LookAhead:
    """The look-ahead, with margins and shares of the win, for some solvers.

    solvers: texts for `make_solver`, by seat. A policy of the engine plays on as itself. `static` replaces every other
        solver.
    plies: as for `LookAhead`. None for FAR if no solver is replaced, else for NEAR, since a replacement soon plays
        another game.
    """
    policies = tuple(text if text in QUICK else "static" for text in solvers)
    plies = plies or ((FAR if policies == tuple(solvers) else NEAR),)
    return LookAhead(plies, policies, wins=True)


@dataclass(frozen=True)
class Replay:
    """How turns are replayed.

    value: function of a position that returns a value for each player, shape (players,) or (players, values). It may
        use hidden cards.
    samples: number of replays of a turn for its expected value, at least 1.
    refills: number of shuffles to value the position that came, at least 1. With 1 its pile keeps the true order. More
        shuffles are good for value functions that depend on future cards.
    seed: seed of all random numbers.
    solvers: by seat, solvers with `choose(view, seed)` that choose at random. They choose again in each replay, so that
        the luck of their own choices is removed too.

    Raises ValueError if samples or refills are less than 1.
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
    """The events of a game: one for each turn that depends on chance.

    start: the true position after the deal. It is not changed.
    moves: all moves of the game, as `Move`s or texts.
    how: how turns are replayed; None for the defaults.

    The luck of the deal is no event, since it cancels if the deal is played in all seatings. Raises IllegalMoveError if
    a move is not legal.
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
    """A function that gives the move of a replay: the same move, or a new choice of a solver that chooses at random."""
    solver = None if position.to_move is None else how.solvers.get(position.to_move)
    if solver is None:
        return lambda: move
    view = position.view()
    return lambda: solver.choose(view, stream.getrandbits(64))


def open_hands(position: Position) -> View:
    """A view in which only the order of the pile cards that no player knows is hidden.

    Given the true position, all orders of these cards are equally likely. So samples of this view replay chance alone.
    """
    facts = position.facts()
    piles = [position.view(seat).facts()["pile"] for seat in range(position.game.players)]
    facts["pile"] = [next((card for card in cards if card is not None), None) for cards in zip(*piles, strict=True)]
    facts["viewer"] = facts["to_move"]
    return position.game.view(facts, position.names, trusted=True)


def came(how: Replay, stream: random.Random, position: Position, known: View | None) -> Floats:
    """The value of the position that came.

    known: the position as `open_hands` shows it; None if the game is over.

    With several refills, the pile is shuffled in the same way as in the replays. Else the differences would be biased.
    """
    if known is None or how.refills == 1:
        return np.asarray(how.value(position), float)
    return mean_value(how, stream, known, how.refills)


def mean_value(
    how: Replay, stream: random.Random, known: View, samples: int, choose: Callable[[], Any] | None = None
) -> Floats:
    """The mean value over replays.

    choose: function that gives the move of a replay; None if no move is played.
    """
    values = []
    for future in futures(known, samples):
        move = None if choose is None else choose()
        values.append(how.value(replay(future, move, stream.getrandbits(64))))
    mean: Floats = np.mean(values, 0)
    return mean


def futures(known: View, samples: int) -> list[View]:
    """About `samples` views to replay. If the hidden cards are few, every order of them occurs equally often."""
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


def luck(start: Position, moves: Sequence[Any], how: Replay | None = None) -> Floats:
    """The luck of every player in a game, in the shape and unit of the value.

    start, moves, how: as for `luck_terms`, with the same error.
    """
    how = how or Replay()
    terms = luck_terms(start, moves, how)
    return correction(terms, start.game.players) if terms else np.zeros(np.shape(how.value(start)))
