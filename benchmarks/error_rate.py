"""How much margin solvers give away at a decision, judged by rollouts to the end: the error rate of backgammon.

    python -m kiebitz.benchmarks.error_rate kwatro best static greedy --positions 200 --keep kwatro.jsonl

A match tells how strong a solver is, but the luck of whole games hides small differences. Here all solvers stand before
the same decisions, one of each of many games, and each of their moves is played out to the end in the same
sampled worlds. The playouts are by a quick policy (static), so that what a move is worth is what it is worth
among players of that kind: matches have the last word.

The loss of a move is the mean margin of the best move minus its own. The highest of several means is too high, so the
best move is chosen by one half of the worlds and valued by the other, both ways round. A loss of one decision can
therefore come out negative; their mean is not too large.
"""

import argparse
import json
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

import kiebitz
from kiebitz import endgame
from kiebitz.benchmarks.statistics.units import interval
from kiebitz.errors import KiebitzError
from kiebitz.learned import values
from kiebitz.search import POLICIES, Rollouts
from kiebitz.solvers import Budget, make_solver

CANDIDATES = (
    8  # best moves by the learned value, and as many by a short look ahead, that are judged whoever chooses them
)
GLANCE = 16  # worlds of that look


@dataclass(frozen=True)
class Judge:
    """What a reference was made with: it only answers for the same."""

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


def decision(judge, number):
    """View of one decision, each with the same chance, of a game by the judge's player; None if none is asked for."""
    game = kiebitz.game(judge.game, judge.players)
    player, rng = make_solver(judge.player), np.random.default_rng((judge.seed, number))
    position, found, seen = game.deal(int(rng.integers(1 << 60))), None, 0
    while not position.over:
        view = position.view()
        move = position.legal_moves()[0]
        if len(position.legal_moves()) > 1:
            if judge.pile[0] <= len(view.facts()["pile"]) <= judge.pile[1] and not endgame.settled(view):
                seen += 1
                found = view if rng.integers(seen) == 0 else found
            move = player.advise(view, Budget(worlds=20, seed=int(rng.integers(1 << 60)), explained=0)).best.move
        position.play(move)
    return found


def candidates(view, seed):
    """Numbers of the moves that are judged whoever chooses them."""
    ahead = Rollouts(view, 2 * view.game.players - 1, seed)
    margins = np.empty((len(ahead.moves), GLANCE), np.float32)
    ahead.run(np.arange(len(ahead.moves), dtype=np.int32), 0, margins, np.empty_like(margins))
    by = (values(view)[0], margins.mean(axis=1))
    return sorted({int(i) for worth in by for i in np.argsort(-worth, kind="stable")[:CANDIDATES]})


def reference(judge, number):
    """Number, facts, names and judged moves of one decision; facts None if there was none."""
    view = decision(judge, number)
    if view is None:
        return {"number": number, "facts": None}
    which = candidates(view, judge.seed)
    means = judge.means(view, which)
    moves = {view.legal_moves()[i].text: mean.tolist() for i, mean in zip(which, means, strict=True)}
    return {"number": number, "facts": view.facts(), "names": list(view.names), "moves": moves}


def judged(judge, solvers, budget, record):
    """(losses by solver, seconds by solver, the record with every chosen move in it)."""
    game = kiebitz.game(judge.game, judge.players)
    view = game.view(record["facts"], tuple(record["names"]), trusted=True)
    chosen, seconds = [], []
    for text in solvers:
        began = time.perf_counter()
        limits = Budget(**budget, seed=record["number"], explained=0)
        chosen.append(make_solver(text).advise(view, limits).best.move.text)
        seconds.append(time.perf_counter() - began)
    moves, texts = dict(record["moves"]), view.legal_moves().texts()
    for text in chosen:
        if text not in moves:
            moves[text] = judge.means(view, [texts.index(text)])[0].tolist()
    most = best_mean(np.array(list(moves.values())))
    return [most - float(np.mean(moves[text])) for text in chosen], seconds, record | {"moves": moves}


def best_mean(means):
    """Mean margin of the best move: chosen by one half of the worlds, valued by the other, both ways round."""
    return float(means[means[:, 0].argmax(), 1] + means[means[:, 1].argmax(), 0]) / 2


class Kept:
    """References in a file, one a line after what they were made with; without a file in memory only."""

    def __init__(self, path, judge):
        self.path, self.records = path, []
        self.head = {"judge": json.loads(json.dumps(judge.__dict__)), "version": kiebitz.__version__}
        if path and path.exists():
            head, *lines = path.read_text().splitlines() or ["{}"]
            if json.loads(head).get("judge") != self.head["judge"]:
                raise SystemExit(f"{path} was made otherwise: {head}; right would be another file or the same options")
            self.records = [json.loads(line) for line in lines if line.endswith("}")]
        self.write()

    def add(self, record):
        self.records.append(record)
        if self.path:
            with self.path.open("a") as file:
                file.write(json.dumps(record) + "\n")

    def write(self):
        if self.path:
            fresh = self.path.with_suffix(".new")
            fresh.write_text("\n".join(map(json.dumps, [self.head, *self.records])) + "\n")
            fresh.replace(self.path)


def report(solvers, losses, seconds):
    """A row a solver: loss a decision, that of the first solver subtracted, share of decisions without a loss, time."""
    width = max(len(text) for text in solvers)
    print(f"{'solver':{width}s}  {'loss':>7s}  {'(95 %)':>16s}  {'v first':>7s}  {'(95 %)':>18s}  {'ms':>7s}")
    for i, text in enumerate(solvers):
        mean, low, high = interval(losses[:, i])
        line = f"{text:{width}s}  {mean:7.2f}  {low:7.2f} ..{high:7.2f}"
        if i:
            line += "  {:+7.2f}  {:+8.2f} ..{:+8.2f}".format(*interval(losses[:, i] - losses[:, 0]))
        else:
            line += " " * 29
        print(f"{line}  {1000 * seconds[:, i].mean():7.2f}")


def report_by_pile(solvers, losses, piles):
    """Mean losses by cards left to draw, in four groups of equal size."""
    print("\nby cards in the pile")
    for group in np.array_split(np.argsort(-piles, kind="stable"), 4):
        if len(group) < 2:
            return
        print(f"{piles[group].max():4d} to {piles[group].min():2d}, {len(group)} decisions:", end="")
        for i in range(len(solvers)):
            mean, low, _ = interval(losses[group, i])
            print(f"  {mean:6.2f} +- {mean - low:.2f}", end="")
        print()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(kiebitz.GAMES))
    parser.add_argument("solvers", nargs="+")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--judging", type=int, default=600, help="worlds in which every move is played out")
    parser.add_argument(
        "--policy", default="static", choices=sorted(set(POLICIES) - {"random"}), help="of the playouts"
    )
    parser.add_argument("--endings", type=int, default=0, help="two players: nodes to solve a playout's ending, 0 none")
    parser.add_argument("--pile", type=int, nargs=2, default=(0, 1000), help="least and most cards left to draw")
    parser.add_argument("--player", default="best", help="who plays the games that the decisions are from")
    parser.add_argument("--keep", type=Path, help="file for the judged moves; goes on where it ends")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--worlds", type=int)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    limits = {key: getattr(asked, key) for key in ("seconds", "nodes", "worlds") if getattr(asked, key)} or {
        "worlds": 100
    }
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
        for text in (*asked.solvers, asked.player):
            make_solver(text)
        Budget(**limits)
        kiebitz.game(asked.game, asked.players)
    except KiebitzError as error:
        parser.error(str(error))
    kept = Kept(asked.keep, judge)
    with ProcessPoolExecutor(asked.workers) as pool:
        missing = range(len(kept.records), asked.positions)
        for count, record in enumerate(pool.map(partial(reference, judge), missing), 1):
            kept.add(record)
            print(f"\r{count} of {len(missing)} decisions judged", end="", file=sys.stderr, flush=True)
        records = [record for record in kept.records[: asked.positions] if record["facts"] is not None]
        rows = list(pool.map(partial(judged, judge, asked.solvers, limits), records))
    print(file=sys.stderr)
    if not rows:
        raise SystemExit("no game had such a decision; right would be a wider --pile, or more --positions")
    losses = np.array([row[0] for row in rows])
    report(asked.solvers, losses, np.array([row[1] for row in rows]))
    report_by_pile(asked.solvers, losses, np.array([len(record["facts"]["pile"]) for record in records]))
    by_number = {row[2]["number"]: row[2] for row in rows}
    kept.records = [by_number.get(record["number"], record) for record in kept.records]
    kept.write()


if __name__ == "__main__":
    main()
