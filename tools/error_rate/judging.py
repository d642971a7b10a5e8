"""Decisions from whole games, the values of their moves in playouts to the end, and the losses of solvers."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

import kiebitz
from kiebitz import View, endgame
from kiebitz.learned import values
from kiebitz.search import Rollouts
from kiebitz.solvers import Budget, make_solver

Numbers = NDArray[Any]
BudgetLimits = dict[str, Any]  # arguments of a Budget
Judgement = dict[str, Any]  # a judged decision, see `reference`

CANDIDATES = 8  # moves of highest learned value, and as many of a short look-ahead, that are always judged
GLANCE = 16  # worlds of the short look-ahead


@dataclass(frozen=True)
class Judge:
    """How moves are judged. A file of judged moves is continued only with the same judge.

    game: name of the game.
    players: number of players.
    seed: seed of the games and of the worlds.
    worlds: number of worlds in which every move is played out.
    policy: the policy that plays on in playouts.
    player: the solver that plays the games of the decisions.
    endings: limit of nodes to solve the ending of a playout of two players; 0 to play it.
    pile: least and greatest number of cards left to draw, both included.
    """

    game: str
    players: int
    seed: int
    worlds: int
    policy: str
    player: str
    endings: int = 0
    pile: tuple[int, int] = (0, 1000)

    def means(self, view: View, which: Sequence[int]) -> Numbers:
        """Mean margins of some moves, shape (moves, 2), with a column for each half of the worlds.

        which: numbers of the moves among the legal moves.
        """
        ahead = Rollouts(view, 0, self.seed, self.policy, True, self.endings)
        margins = np.empty((len(which), self.worlds), np.float32)
        ahead.run(np.asarray(which, np.int32), 0, margins, np.empty_like(margins))
        return np.stack([part.mean(axis=1) for part in np.array_split(margins, 2, axis=1)], axis=1)

    def candidates(self, view: View) -> list[int]:
        """Numbers of the moves that are always judged. The look-ahead uses other worlds than the judge."""
        ahead = Rollouts(view, 2 * view.game.players - 1, self.seed)
        margins = np.empty((len(ahead.moves), GLANCE), np.float32)
        ahead.run(np.arange(len(ahead.moves), dtype=np.int32), self.worlds, margins, np.empty_like(margins))
        by = (values(view)[0], margins.mean(axis=1))
        return sorted({int(i) for worth in by for i in np.argsort(-worth, kind="stable")[:CANDIDATES]})

    def takes(self, view: View) -> bool:
        """Whether a decision is judged: it has a choice, information is hidden, and the pile is in the range."""
        least, most = self.pile
        return (
            len(view.legal_moves()) > 1 and least <= cards_left(view) <= most and not endgame.perfect_information(view)
        )


def cards_left(view: View) -> int:
    """The number of cards left to draw."""
    return len(view.facts()["pile"])


def decision(judge: Judge, number: int) -> View | None:
    """The view of one decision of a game by the judge's player; None if the game has no decision that is judged.

    Each decision that is judged has the same chance.

    number: number of the game.
    """
    game = kiebitz.game(judge.game, judge.players)
    player, rng = make_solver(judge.player), np.random.default_rng((judge.seed, number))
    position, found, seen = game.deal(int(rng.integers(1 << 60))), None, 0
    while not position.over:
        view, move = position.view(), position.legal_moves()[0]
        if judge.takes(view):
            seen += 1
            found = view if rng.integers(seen) == 0 else found
        if len(position.legal_moves()) > 1:
            move = player.advise(view, Budget(worlds=20, seed=int(rng.integers(1 << 60)), explained=0)).best.move
        position.play(move)
    return found


def reference(judge: Judge, number: int) -> Judgement:
    """A judged decision: the number of its game, the view as a line, the cards left to draw, the mean margins by move.

    The line is None if the game had no decision that is judged.
    """
    view = decision(judge, number)
    if view is None:
        return {"number": number, "line": None}
    which = judge.candidates(view)
    moves = dict(zip((view.legal_moves()[i].text for i in which), judge.means(view, which).tolist(), strict=True))
    return {"number": number, "line": view.to_line(), "pile": cards_left(view), "moves": moves}


def judged(
    judge: Judge, solvers: list[str], limits: BudgetLimits, record: Judgement
) -> tuple[list[float], list[float]]:
    """The loss in points and the seconds of each solver at one decision."""
    view = kiebitz.parse(record["line"])
    assert isinstance(view, View)
    values(view)  # loads the learned value, so that no solver's time includes it
    seed = int.from_bytes(sha256(f"error rate {judge.seed} {record['number']}".encode()).digest()[:7])
    chosen, seconds = [], []
    for solver in map(make_solver, solvers):
        began = time.perf_counter()
        chosen.append(solver.advise(view, Budget(**limits, seed=seed, explained=0)).best.move.text)
        seconds.append(time.perf_counter() - began)
    moves, texts = dict(record["moves"]), view.legal_moves().texts()
    for text in chosen:
        if text not in moves:
            moves[text] = judge.means(view, [texts.index(text)])[0].tolist()
    most = best_mean(np.array(list(moves.values())))
    return [most - float(np.mean(moves[text])) for text in chosen], seconds


def best_mean(means: Numbers) -> float:
    """Mean margin of the best move. One half of the worlds chooses it and the other gives its value, and vice versa.

    means: shape (moves, 2), with a column for each half of the worlds.
    """
    return float(means[means[:, 0].argmax(), 1] + means[means[:, 1].argmax(), 0]) / 2
