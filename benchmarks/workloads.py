"""What the speed benchmarks time: fixed pieces of work, each with a result that never depends on time.

A piece of work is a callable that returns (units done, result). Everything starts from positions of greedy games on
fixed seeds, spread over the stages of the game. This file stands alone, so that `compare` can run it under any
installed version of kiebitz: as a program it answers requests, one JSON line each.
"""

import json
import sys
import time
from functools import partial

import kiebitz
from kiebitz.errors import KiebitzError

PLAYERS = 2
SEEDS = range(1, 9)
STAGES = 4
NODES = 20_000  # of a search of one position
REPEATS = 50  # of listing and of making moves, a position
GAMES = 100  # a piece of work
MISSING = (ImportError, AttributeError, TypeError)  # what using a kernel raises that a version does not have


def greedy_positions(position):
    """Every decision of the game as the greedy policy plays it on from here."""
    found = []
    while not position.over:
        found.append(position.copy())
        position.play(position.greedy_move())
    return found


def positions(name, seeds=SEEDS, players=PLAYERS):
    """From each deal one position of every stage of the game, the middle of the stage."""
    game = kiebitz.game(name, players)
    found = []
    for seed in seeds:
        decisions = greedy_positions(game.deal(seed))
        found += [decisions[len(decisions) * (2 * stage + 1) // (2 * STAGES)] for stage in range(STAGES)]
    return found


def list_moves(tables):
    """Unit: a position whose legal moves are all listed with their points. Result: the number of moves."""
    from kiebitz.search import generate_repeatedly

    return REPEATS * len(tables), sum(generate_repeatedly(table, REPEATS) for table in tables)


def make_moves(tables):
    """Unit: a move that scores, made and taken back. Result: the sum of the scores after each."""
    from kiebitz.search import make_and_take_back

    counts, totals = zip(*(make_and_take_back(table, REPEATS) for table in tables), strict=True)
    return sum(counts), sum(totals)


def play_games(game, policy):
    """Unit: a whole game from a fresh deal. Result: moves made and the sum of all scores."""
    from kiebitz.search import Playouts

    playouts = Playouts(game) if policy == "greedy" else Playouts(game, policy)
    return GAMES, list(playouts.run(1, GAMES))


def search(solver, tables, nodes=NODES):
    """Unit: a node of the search. Result: chosen move, nodes and worlds for each position.

    The time is that of the whole answer, reasons included. A position that the solver is not for (an exact one far from
    the end, say) counts as None.
    """
    from kiebitz.solvers import Budget

    done, result = 0, []
    for table in tables:
        try:
            advice = solver.advise(table.view(), Budget(nodes=nodes, seed=1))
        except KiebitzError:
            result.append(None)
            continue
        done += advice.nodes
        result.append([advice.best.move.text, advice.nodes, advice.worlds])
    return done, result


def searches(solver, table):
    """Whether the solver looks further than at each legal move once."""
    return search(solver, [table], nodes=2000)[0] > len(table.legal_moves())


def searching_solvers(table):
    """The solvers to be timed by name: without those that see hidden cards, and without second names of a solver."""
    from kiebitz.solvers import SOLVERS

    first_names = {make: name for name, make in reversed(SOLVERS.items())}
    for name, make in SOLVERS.items():
        if first_names[make] == name and not name.startswith("oracle") and searches(make(), table):
            yield name, make()


def kernel_works(name):
    """The engine's pieces of work for a game, by the names they have in `kiebitz bench --json`."""
    tables = positions(name)
    game = kiebitz.game(name, PLAYERS)
    return {
        "movegen_per_s": partial(list_moves, tables),
        "moves_per_s": partial(make_moves, tables),
        "playouts_per_s": partial(play_games, game, "random"),
        "greedy_games_per_s": partial(play_games, game, "greedy"),
    }


def search_works(name):
    """The solvers' pieces of work for a game, by the names of the solvers; from one mid-game and one late position."""
    tables = positions(name, seeds=SEEDS[:1])[1::2]
    return {solver: partial(search, made, tables) for solver, made in searching_solvers(tables[-1])}


def all_works():
    """Every piece of work, by (game, "engine" or "search", name)."""
    found = {}
    for game in kiebitz.GAMES:
        found |= {(game, "engine", name): work for name, work in kernel_works(game).items()}
        found |= {(game, "search", name): work for name, work in search_works(game).items()}
    return found


def timed(work, seconds):
    """Repeats a piece of work for about that long; returns (units per second, what each repeat gave).

    Seconds are the processor's seconds of this process: what other programs take does not count. AssertionError if
    two repeats have different results.
    """
    start, times, first = time.process_time(), 0, None
    while True:
        result = work()
        times += 1
        if first is not None and result != first:
            raise AssertionError(f"the same work gave {first} and then {result}")
        first = result
        spent = time.process_time() - start
        if spent >= seconds:
            return times * result[0] / spent, result


def answer_requests(lines, out):
    """For each line [name, seconds] answers [rate, [units, result]]; null if this version lacks what the work needs."""
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
