"""How much margin solvers give away at a decision, judged by rollouts to the end: the error rate of backgammon.

    python -m kiebitz.benchmarks.error_rate kwatro best static greedy --positions 200 --keep kwatro.jsonl

A match tells how strong a solver is, but the luck of whole games hides small differences. Here all solvers stand before
the same decisions, one of each of many games, and each of their moves is played out to the end in the same
sampled worlds. The playouts are by a quick policy (static), so that what a move is worth is what it is worth
among players of that kind: matches have the last word.

The loss of a move is the mean margin of the best move minus its own. The best move is looked for among those of
highest learned value, those of a short look ahead, and those that the solvers chose. The highest of several means is
too high, so it is chosen by one half of the worlds and valued by the other, both ways round. A loss of one decision can
therefore come out negative; their mean is not too large.
"""

import argparse
import json
import math
import os
import signal
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path

import numpy as np

import kiebitz
from kiebitz import endgame, weights
from kiebitz.benchmarks.statistics.units import interval
from kiebitz.errors import KiebitzError
from kiebitz.learned import values
from kiebitz.search import POLICIES, Rollouts
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


class Kept:
    """Judged moves in a file, one decision a line after what they were judged with; without a path in memory only."""

    def __init__(self, path, judge):
        self.path, self.records = path, []
        self.head = asdict(judge) | {"version": kiebitz.__version__, "learned": weights.digest(judge.game)}
        self.head = json.loads(json.dumps(self.head))
        if path and path.exists():
            lines = path.read_text(errors="replace").splitlines()
            head, *self.records = [record for record in map(read, lines) if record] or [{}]
            if head != self.head:
                raise SystemExit(
                    f"{path} was not judged with {self.head}; right would be another file, or the options "
                    f"and version that it begins with"
                )
        if path:  # without the line that broke off; until it is whole the old file stays
            whole = path.with_name(path.name + ".new")
            whole.write_text("".join(json.dumps(record) + "\n" for record in (self.head, *self.records)))
            whole.replace(path)

    def add(self, record):
        self.records.append(record)
        if self.path:
            with self.path.open("a") as file:
                file.write(json.dumps(record) + "\n")


def read(line):
    """What a line says; None if it broke off."""
    try:
        return json.loads(line)
    except ValueError:
        return None


def report(solvers, losses, seconds):
    """A row a solver: loss a decision, that of the first solver subtracted, and time."""
    width = max(len(text) for text in (*solvers, "solver"))
    print(f"{'solver':{width}s}  {'loss':>7s}  {'(95 %)':>18s}  {'v first':>7s}  {'(95 %)':>20s}  {'ms':>7s}")
    for i, text in enumerate(solvers):
        line = "{:7.2f}  {:8.2f} ..{:8.2f}".format(*interval(losses[:, i]))
        more = "  {:+7.2f}  {:+9.2f} ..{:+9.2f}".format(*interval(losses[:, i] - losses[:, 0])) if i else " " * 31
        print(f"{text:{width}s}  {line}{more}  {1000 * seconds[:, i].mean():7.2f}")


def report_by_pile(solvers, losses, piles):
    """Mean losses with 95 % by cards left to draw, in four groups of equal size."""
    if len(piles) < 8:
        return
    print("\ncards left, decisions, loss of each solver")
    for group in np.array_split(np.argsort(-piles, kind="stable"), 4):
        means = (interval(losses[group, i]) for i in range(len(solvers)))
        told = "  ".join(f"{mean:6.2f} +- {mean - low:.2f}" for mean, low, _ in means)
        print(f"{piles[group].max():3d} to {piles[group].min():2d}  {len(group):4d}  {told}")


def show(progress):
    print(f"\r{progress}", end="", file=sys.stderr, flush=True)


def run(asked, judge, limits):
    """Judges what is missing in the file, asks the solvers, and prints."""
    kept = Kept(asked.keep, judge)
    with ProcessPoolExecutor(
        asked.workers, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_DFL)
    ) as pool:
        missing = range(len(kept.records), asked.positions)
        for count, record in enumerate(pool.map(partial(reference, judge), missing), 1):
            kept.add(record)
            show(f"{count} of {len(missing)} decisions judged")
        records = [record for record in kept.records[: asked.positions] if record["line"]]
        rows = []
        for row in pool.map(partial(judged, judge, asked.solvers, limits), records):
            rows.append(row)
            show(f"{len(rows)} of {len(records)} decisions put to the solvers")
    print(file=sys.stderr)
    if not rows:
        raise SystemExit("no game had such a decision; right would be a wider --pile, or more --positions")
    losses, seconds = (np.array(column) for column in zip(*rows, strict=True))
    report(asked.solvers, losses, seconds)
    report_by_pile(asked.solvers, losses, np.array([record["pile"] for record in records]))


def at_least(least):
    def number(text):
        if int(text) < least:
            raise argparse.ArgumentTypeError(f"must be at least {least}, not {text}")
        return int(text)

    return number


def positive(text):
    if not 0 < float(text) < math.inf:
        raise argparse.ArgumentTypeError(f"must be more than 0, not {text}")
    return float(text)


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(kiebitz.GAMES))
    parser.add_argument("solvers", nargs="+")
    parser.add_argument("--players", type=at_least(1), default=2)
    parser.add_argument("--positions", type=at_least(1), default=100)
    parser.add_argument("--seed", type=at_least(0), default=1)
    parser.add_argument("--judging", type=at_least(2), default=600, help="worlds in which every move is played out")
    parser.add_argument(
        "--policy", default="static", choices=sorted(set(POLICIES) - {"random"}), help="of the playouts"
    )
    parser.add_argument(
        "--endings", type=at_least(0), default=0, help="two players: nodes to solve a playout's ending, 0 for none"
    )
    parser.add_argument(
        "--pile", type=at_least(0), nargs=2, default=(0, 1000), help="least and most cards left to draw"
    )
    parser.add_argument("--player", default="best", help="who plays the games that the decisions are from")
    parser.add_argument("--keep", type=Path, help="file for the judged moves; goes on where it ends")
    parser.add_argument("--seconds", type=positive)
    parser.add_argument("--nodes", type=at_least(1))
    parser.add_argument("--worlds", type=at_least(1))
    parser.add_argument("--workers", type=at_least(1), default=os.cpu_count() or 1)
    return parser


def main():
    parser = options()
    asked = parser.parse_args()
    given = {key: getattr(asked, key) for key in ("seconds", "nodes", "worlds")}
    limits = {key: value for key, value in given.items() if value is not None} or {"worlds": 100}
    judge = Judge(
        asked.game,
        asked.players,
        asked.seed,
        asked.judging,
        asked.policy,
        asked.player,
        asked.endings,
        tuple(asked.pile),
    )
    try:
        start = kiebitz.game(asked.game, asked.players).deal(0).view()
        for text in (*asked.solvers, asked.player):
            make_solver(text).advise(start, Budget(nodes=1, explained=0))  # who cannot play at all says so now
        run(asked, judge, limits)
    except (KiebitzError, OSError) as error:
        parser.error(str(error))
    except (KeyboardInterrupt, BrokenProcessPool):  # Ctrl-C also ends the workers, and either may be heard first
        raise SystemExit("\nstopped; with --keep the same command goes on from there") from None


if __name__ == "__main__":
    main()
