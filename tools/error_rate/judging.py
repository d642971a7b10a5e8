"""Decisions of whole games, what their moves are worth in playouts to the end, and what solvers lose there."""

import time
from dataclasses import dataclass
from hashlib import sha256

import numpy as np

import kiebitz
from kiebitz import endgame
from kiebitz.learned import values
from kiebitz.search import Rollouts
from kiebitz.solvers import Budget, make_solver

# So many best moves by the learned value, and by a look ahead in so many worlds, are judged whoever chooses them.
CANDIDATES = 8
GLANCE = 16


@dataclass(frozen=True)
class Judge:
    """What judged moves were judged with; a file of them only goes on with the same."""

    game: str
    players: int
    seed: int
    worlds: int
    policy: str
    player: str
    endings: int = 0
    pile: tuple[int, int] = (0, 1000)

    def means(self, view, which):
        """Mean margins of the moves numbered `which`, shape (moves, 2), a column for each half of the worlds."""
        ahead = Rollouts(view, 0, self.seed, self.policy, True, self.endings)
        margins = np.empty((len(which), self.worlds), np.float32)
        ahead.run(np.asarray(which, np.int32), 0, margins, np.empty_like(margins))
        return np.stack([part.mean(axis=1) for part in np.array_split(margins, 2, axis=1)], axis=1)

    def candidates(self, view):
        """Numbers of the moves judged whoever chooses them, looked for in other worlds than those that judge."""
        ahead = Rollouts(view, 2 * view.game.players - 1, self.seed)
        margins = np.empty((len(ahead.moves), GLANCE), np.float32)
        ahead.run(np.arange(len(ahead.moves), dtype=np.int32), self.worlds, margins, np.empty_like(margins))
        by = (values(view)[0], margins.mean(axis=1))
        return sorted({int(i) for worth in by for i in np.argsort(-worth, kind="stable")[:CANDIDATES]})

    def takes(self, view):
        """Whether the decision is one that is asked for."""
        least, most = self.pile
        return len(view.legal_moves()) > 1 and least <= cards_left(view) <= most and not endgame.settled(view)


def cards_left(view):
    return len(view.facts()["pile"])


def decision(judge, number):
    """View of one decision, each with the same chance, of a game by the judge's player; None if none is asked for."""
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


def reference(judge, number):
    """One decision as a line, its cards left and its judged moves; a line of None if the game had no such decision."""
    view = decision(judge, number)
    if view is None:
        return {"number": number, "line": None}
    which = judge.candidates(view)
    moves = dict(zip((view.legal_moves()[i].text for i in which), judge.means(view, which).tolist(), strict=True))
    return {"number": number, "line": view.to_line(), "pile": cards_left(view), "moves": moves}


def judged(judge, solvers, limits, record):
    """(loss of each solver, seconds of each solver) at one decision."""
    view = kiebitz.parse(record["line"])
    values(view)  # loads what was learned, so that no solver's time has it
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


def best_mean(means):
    """Mean margin of the best move: chosen by one half of the worlds, valued by the other, both ways round."""
    return float(means[means[:, 0].argmax(), 1] + means[means[:, 1].argmax(), 0]) / 2
