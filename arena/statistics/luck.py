"""Luck taken out of results: a control variate in the manner of AIVAT (Burch et al., AAAI 2018).

At every event that chance had a part in, the value of what came is compared with the value of what could have come.
The differences have mean 0 whatever the value function is, since both sides look at the same distribution; so their
sum may be taken off the result without a bias, and the better the function foresees the result, the less is left to
vary.

    decision   pile as it lay ---------> what came:          value
    of a turn  pile shuffled, K times -> what could come:    mean value      term = value - mean value

What is random given the truth before a turn is the order of those pile cards that nobody knows, and the choice of a
solver that draws its moves at random. This holds for solvers that get views; it would be wrong for an `oracle`, which
sees the pile.
"""

import itertools
import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from kiebitz.luck import look_ahead, replay
from kiebitz.search import POLICIES

QUICK = frozenset(POLICIES) - {"random"}
# Changes of player, by python -m tools.probe luck_ratio --plies 1,2,3,4,8,12,16; see benchmarks/README.md.
FAR, NEAR = 12, 2


class Term(NamedTuple):
    """One event: its turn, and for each player the value of what came and the expected one, shape (players, ...)."""

    turn: int
    after: np.ndarray
    expected: np.ndarray


def correction(terms, players):
    """The luck of every player: the sum of value minus expected value over the events, in the unit of the value.

    terms: pairs or `Term`s whose last two items are (value after, expected value before), one number a player or an
    array (players, values). Zeros, shape (players,), if nothing happened.
    """
    if not terms:
        return np.zeros(players)
    return np.sum([np.asarray(after, float) - np.asarray(expected, float) for *_, after, expected in terms], axis=0)


@dataclass(frozen=True)
class LookAhead:
    """The built-in value: what a position becomes in a few changes of player; works for any game.

    plies: how many, as a tuple one value for each, which `adjusted` weighs against one another; None: as many as
    there are players, so that all cards in hand had their turn; 0 plays to the end. policies: by seat, who plays on,
    see `kiebitz.luck.look_ahead`; None: all greedily. learned: the margin that the learned value then expects, else
    the one at hand. wins: after the margins as many values more, shares of a win in 0..1.
    """

    plies: tuple[int, ...] | None = None
    policies: tuple[str, ...] | None = None
    learned: bool = True
    wins: bool = False

    def __call__(self, position):
        plies = self.plies or (position.game.players,)
        values = look_ahead(position, plies, self.policies, self.learned, self.wins)
        return values.reshape(position.game.players, -1)


def foresight(solvers, plies=None):
    """The look-ahead, margins and wins, that fits solvers by seat, given as texts for `make_solver`.

    A solver that is one of the engine's own policies plays on as itself, `static` stands in for all others.
    plies: as of `LookAhead`; None: FAR if nobody needs a stand-in, else NEAR, since with one the game soon goes another
    way.
    """
    policies = tuple(text if text in QUICK else "static" for text in solvers)
    plies = plies or ((FAR if policies == tuple(solvers) else NEAR),)
    return LookAhead(plies, policies, wins=True)


@dataclass(frozen=True)
class Replay:
    """How turns are replayed.

    value: of a position, for each player: a list or an array (players, values). It may look at everything, silly or
    not. samples: replays of a turn behind its expected value. refills: 1 values the position that came as its pile
    lies, more take the mean over that many shuffles, for values that depend on cards still to come. seed: of all
    this. solvers: seats whose choice is random, with `choose(view, seed)` of the solver that made it: it chooses
    again in each replay, so that its luck with its own choices is taken out too.
    """

    value: Callable = field(default_factory=LookAhead)
    samples: int = 32
    refills: int = 1
    seed: int = 0
    solvers: Mapping[int, object] = field(default_factory=dict)

    def __post_init__(self):
        if self.samples < 1 or self.refills < 1:
            raise ValueError(f"samples and refills must be at least 1, not {self.samples}, {self.refills}")


def luck_terms(start, moves: Sequence, how: Replay | None = None):
    """The events of a game, one a turn that chance had a part in.

    start: the true position after the deal, left as it is; moves: all moves of the game, as `Move`s or texts. The
    luck of the deal itself is no event: it cancels when the deal is played in all seatings. IllegalMoveError for
    other moves.
    """
    how = how or Replay()
    stream = random.Random(how.seed)
    position, terms = start.copy(), []
    known = open_hands(position)
    for turn, text in enumerate(moves):
        move = position.move(text) if isinstance(text, str) else text
        solver = how.solvers.get(position.to_move)
        view = position.view() if solver is not None else None
        shuffled = not all(card is not None for card in known.facts()["pile"])
        before = known
        position.play(move)
        known = None if position.over else open_hands(position)
        if shuffled or solver is not None:
            expected = mean_value(how, stream, how.samples, before, move, solver, view)
            terms.append(Term(turn, came(how, stream, position, known), expected))
    return terms


def open_hands(position):
    """A view that knows all but the order of those pile cards that no player knows.

    Given the truth of a position any order of them is equally likely, so sampling this view replays chance and
    nothing else.
    """
    facts = position.facts()
    piles = [position.view(seat).facts()["pile"] for seat in range(position.game.players)]
    facts["pile"] = [next((card for card in cards if card is not None), None) for cards in zip(*piles, strict=True)]
    facts["viewer"] = facts["to_move"]
    return position.game.view(facts, position.names, trusted=True)


def came(how, stream, position, known):
    """The value of the position that came; its own shuffles must be as random as those of the replays."""
    if known is None or how.refills == 1:
        return np.asarray(how.value(position), float)
    return mean_value(how, stream, how.refills, known)


def mean_value(how, stream, samples, known, move=None, solver=None, view=None):
    values = []
    for future in futures(known, samples):
        if solver is not None:
            move = solver.choose(view, stream.getrandbits(64))
        values.append(how.value(replay(future, move, stream.getrandbits(64))))
    return np.mean(values, 0)


def futures(known, samples):
    """Views to replay, about `samples`: every order of the hidden cards alike if they are few, else the view itself."""
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


def luck(start, moves, how=None):
    """The luck of every player in a game, in the shape of the value, such as (players, values): see `luck_terms`."""
    how = how or Replay()
    terms = luck_terms(start, moves, how)
    return correction(terms, start.game.players) if terms else np.zeros(np.shape(how.value(start)))
