"""`kiebitz bench`: one signature over the results of every game and solver, and their speeds."""

import hashlib
import json
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import kiebitz
from kiebitz.benchmarks.workloads import (
    PLAYERS,
    SEEDS,
    Workload,
    WorkResult,
    all_works,
    greedy_positions,
    positions,
    timed,
)
from kiebitz.endgame import perfect_information
from kiebitz.errors import KiebitzError
from kiebitz.solvers import SOLVERS, Budget
from kiebitz.solvers.solver import AllSeeing

SLICE = 0.04  # seconds of one measurement; short measurements in turn spread the machine's disturbances over all works
FEWEST_ROUNDS = 3
SIGNATURE_DIGITS = 16
PERFT_DEPTH = 2
FEW_NODES = 2000  # nodes of a search that is not timed

Key = tuple[str, str, str]  # game, "engine" or "search", name
OnShare = Callable[[float], None]


def bench(progress: OnShare | None = None, seconds: float = 8.0) -> dict[str, Any]:
    """Signature and speeds of every game and solver, in the shape of `kiebitz bench --json`.

    progress: function that gets the finished share, 0..1.
    seconds: approximate time of all measurements.

    Speeds are in units per second of processor time. They are medians over rounds in which all workloads take turns.
    The signature is a hash of results alone. It is the same on every machine and in every run, until a game or a solver
    behaves differently.
    """
    results, rates = measured(all_works(), seconds, progress or (lambda share: None))
    return {
        "signature": signature(results),
        "version": kiebitz.__version__,
        "games": {game: speeds(game, results, rates) for game in kiebitz.GAMES},
    }


def measured(
    works: dict[Key, Workload], seconds: float, progress: OnShare
) -> tuple[dict[Key, WorkResult], dict[Key, float]]:
    """Units and result of each workload, and its median rate over the rounds in units per second.

    Raises AssertionError if a workload gives another result in a later round.
    """
    start, rounds = time.perf_counter(), 0
    results: dict[Key, WorkResult] = {}
    rates: dict[Key, list[float]] = {key: [] for key in works}
    while rounds < FEWEST_ROUNDS or time.perf_counter() - start < seconds:
        for key, work in works.items():
            rate, result = timed(work, SLICE)
            if results.setdefault(key, result) != result:
                raise AssertionError(f"{' '.join(key)} gave {results[key]} and then {result}")
            rates[key].append(rate)
            progress(min((time.perf_counter() - start) / seconds, 1.0))
        rounds += 1
    return results, {key: median(found) for key, found in rates.items()}


def signature(results: dict[Key, WorkResult]) -> str:
    """The first hexadecimal digits of a SHA-256 over positions, counts, scores, and the solvers' moves and nodes."""
    facts: dict[str, Any] = {" ".join(key): result for key, result in results.items()}
    for game in kiebitz.GAMES:
        states = positions(game)
        facts[f"{game} positions"] = [state.to_line() for state in states]
        facts[f"{game} perft"] = [kiebitz.perft(state, PERFT_DEPTH) for state in states]
        facts |= {f"{game} {name} chooses": found for name, found in answers(game).items()}
    text = json.dumps(facts, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:SIGNATURE_DIGITS]


def answers(game: str) -> dict[str, list[Any]]:
    """The choices of every solver by name, also of untimed ones, in each part of a game and in endings."""
    states = [*positions(game, seeds=SEEDS[:1]), *endings(game)]
    return {name: [answer(make(), state) for state in states] for name, make in SOLVERS.items()}


def answer(solver: Any, state: kiebitz.Position) -> list[Any] | None:
    """Move, nodes and worlds; None if the solver refuses the position, like an exact solver before an ending."""
    budget = Budget(nodes=FEW_NODES, seed=1, explained=0)
    try:
        if isinstance(solver, AllSeeing):
            advice = solver.advise_position(state.copy(), budget)
        else:
            advice = solver.advise(state.view(), budget)
    except KiebitzError:
        return None
    return [advice.best.move.text, advice.nodes, advice.worlds]


def endings(game: str) -> list[kiebitz.Position]:
    """The first position of perfect information in each greedy game. A game without such a position gives none."""
    decisions = (greedy_positions(kiebitz.game(game, PLAYERS).deal(seed)) for seed in SEEDS)
    first = (next((state for state in states if perfect_information(state.view())), None) for states in decisions)
    return [state for state in first if state is not None]


def speeds(game: str, results: dict[Key, WorkResult], rates: dict[Key, float]) -> dict[str, Any]:
    """The figures of one game. The nodes of a search are those of one pass over its positions."""
    mine = {key: rate for key, rate in rates.items() if key[0] == game}
    found: dict[str, Any] = {name: rate for (_, kind, name), rate in mine.items() if kind == "engine"}
    found["search"] = {
        key[2]: {"nodes": results[key][0], "nodes_per_s": rate} for key, rate in mine.items() if key[1] == "search"
    }
    return found
