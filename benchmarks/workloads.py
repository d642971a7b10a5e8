"""Workloads of the speed benchmarks: fixed pieces of work, each with a result that never depends on time.

A workload is a function that returns the number of units that it did, and a result. All workloads start from positions
of greedy games with fixed seeds. The positions are spread over the parts of the game.

`compare` runs this file as a program under other installed versions. Each request and each answer is one JSON line. The
file therefore imports no other benchmark, and uses only public names that version 0.1 has too.
"""

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, TextIO

import kiebitz
from kiebitz.errors import KiebitzError

PLAYERS = 2
SEEDS = range(1, 9)
PARTS = 4  # parts of a game of equal length
NODES = 20_000  # nodes of the search of one position
REPEATS = 50  # repeats of listing and of making moves in each position
GAMES = 100  # games of a workload
MISSING = (ImportError, AttributeError, TypeError)  # raised by a kernel that a version does not have

WorkResult = tuple[int, Any]  # units, result
Workload = Callable[[], WorkResult]


def greedy_positions(position: kiebitz.Position) -> list[kiebitz.Position]:
    """The positions before each decision from here on, if the greedy policy plays."""
    found = []
    while not position.over:
        found.append(position.copy())
        position.play(position.greedy_move())
    return found


def positions(name: str, seeds: Iterable[int] = SEEDS, players: int = PLAYERS) -> list[kiebitz.Position]:
    """From each deal, the position in the middle of every part of the game."""
    game = kiebitz.game(name, players)
    found = []
    for seed in seeds:
        decisions = greedy_positions(game.deal(seed))
        found += [decisions[len(decisions) * (2 * part + 1) // (2 * PARTS)] for part in range(PARTS)]
    return found


def list_moves(states: list[kiebitz.Position]) -> WorkResult:
    """Unit: a position whose legal moves are all listed with their points. Result: the number of moves."""
    from kiebitz.search import generate_repeatedly

    return REPEATS * len(states), sum(generate_repeatedly(state, REPEATS) for state in states)


def make_moves(states: list[kiebitz.Position]) -> WorkResult:
    """Unit: a move that scores, made and taken back. Result: the sum of the mover's scores after each move."""
    from kiebitz.search import make_and_take_back

    counts, totals = zip(*(make_and_take_back(state, REPEATS) for state in states), strict=True)
    return sum(counts), sum(totals)


def play_games(game: kiebitz.Game, policy: str) -> WorkResult:
    """Unit: a whole game from a fresh deal. Result: moves made and the sum of all scores."""
    from kiebitz.search import Playouts

    playouts = Playouts(game) if policy == "greedy" else Playouts(game, policy)
    return GAMES, list(playouts.run(1, GAMES))


def search(solver: Any, states: list[kiebitz.Position], nodes: int = NODES) -> WorkResult:
    """Unit: a node of the search. Result: chosen move, nodes and worlds for each position.

    The time includes the reasons of the answer. A position that the solver refuses gives None, for example to an exact
    solver far from the end.
    """
    from kiebitz.solvers import Budget

    done = 0
    result: list[Any] = []
    for state in states:
        try:
            advice = solver.advise(state.view(), Budget(nodes=nodes, seed=1))
        except KiebitzError:
            result.append(None)
            continue
        done += advice.nodes
        result.append([advice.best.move.text, advice.nodes, advice.worlds])
    return done, result


def searches(solver: Any, state: kiebitz.Position) -> bool:
    """Whether the solver makes more moves than each legal move once."""
    return search(solver, [state], nodes=2000)[0] > len(state.legal_moves())


def searching_solvers(state: kiebitz.Position) -> Iterator[tuple[str, Any]]:
    """The solvers to time, by name. Solvers that see hidden cards, and second names of a solver, are left out."""
    from kiebitz.solvers import SOLVERS

    first_names = {make: name for name, make in reversed(SOLVERS.items())}
    for name, make in SOLVERS.items():
        if first_names[make] == name and not name.startswith("oracle") and searches(make(), state):
            yield name, make()


def kernel_works(name: str) -> dict[str, Workload]:
    """The engine's workloads for a game, by their names in `kiebitz bench --json`."""
    states = positions(name)
    game = kiebitz.game(name, PLAYERS)
    return {
        "movegen_per_s": partial(list_moves, states),
        "moves_per_s": partial(make_moves, states),
        "playouts_per_s": partial(play_games, game, "random"),
        "greedy_games_per_s": partial(play_games, game, "greedy"),
    }


def search_works(name: str) -> dict[str, Workload]:
    """The solvers' workloads for a game, by solver. Each searches one position in mid-game and one late position."""
    states = positions(name, seeds=SEEDS[:1])[1::2]
    return {solver: partial(search, made, states) for solver, made in searching_solvers(states[-1])}


def all_works() -> dict[tuple[str, str, str], Workload]:
    """Every workload. The key is the game, "engine" or "search", and the name of the workload or solver."""
    found: dict[tuple[str, str, str], Workload] = {}
    for game in kiebitz.GAMES:
        found |= {(game, "engine", name): work for name, work in kernel_works(game).items()}
        found |= {(game, "search", name): work for name, work in search_works(game).items()}
    return found


def timed(work: Workload, seconds: float) -> tuple[float, WorkResult]:
    """Repeats a workload for some time. Returns units per second, and the units and result of one repeat.

    seconds: processor time of this process, which does not count other programs. The last repeat may exceed it.

    Raises AssertionError if two repeats have different results.
    """
    start, times = time.process_time(), 0
    first: WorkResult | None = None
    while True:
        result = work()
        times += 1
        if first is not None and result != first:
            raise AssertionError(f"the same work gave {first} and then {result}")
        first = result
        spent = time.process_time() - start
        if spent >= seconds:
            return times * result[0] / spent, result


def answer_requests(lines: Iterable[str], out: TextIO) -> None:
    """Answers each line [name, seconds] with [units per second, [units, result]].

    The answer is null if this version lacks a kernel of the workload. The first line of the output is the list of all
    names.
    """
    works = {" ".join(key): work for key, work in all_works().items()}
    print(json.dumps(list(works)), file=out, flush=True)
    for line in lines:
        name, seconds = json.loads(line)
        try:
            answer = timed(works[name], seconds)
        except MISSING:
            answer = None
        print(json.dumps(answer), file=out, flush=True)


if __name__ == "__main__":
    answer_requests(sys.stdin, sys.stdout)
