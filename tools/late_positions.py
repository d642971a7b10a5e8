"""Late positions of one game with their exact values: the data of tests/test_late_positions.py.

python -m tools.late_positions quanto > tests/data/late_quanto.jsonl

The values do not come from the solvers. This program lists every order of the unseen cards itself. It searches all
moves in all worlds for the winner, then all moves that win most for the margin. If those are too many, or nothing is
unseen, it solves each world for its best moves, for more and more of them, until a move that is solved in every world
has the highest mean. It leaves out positions that take too many nodes.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random
from typing import Annotated, Any, NamedTuple

from typer import Argument, BadParameter, Option

import kiebitz
from kiebitz import Move, Position, View
from kiebitz.benchmarks.command_line import run
from kiebitz.endgame import Endgame, perfect_information
from kiebitz.solvers import Budget, Solver, make_solver

# Positions by number of players and of unseen cards; 0: perfect information.
Wanted = dict[tuple[int, int], int]

WANTED: dict[str, Wanted] = {"kwatro": {(2, 0): 150, (2, 5): 50}, "quanto": {(2, 0): 100, (2, 5): 80, (2, 6): 20}}
MOST_NODES = 1_000_000  # for one search
MOST_TOP = 64  # best moves of a world
MOST_WINNERS = 40  # moves whose margins are all searched
FAR = 10**6  # more than any margin

PLAYER = "rollout:candidates=8:order=static:leaf=static:worlds=8"  # plays the games; quick, and far better than greedy


def list_worlds(view: View) -> Iterator[tuple[Position, int]]:
    """Yields every world of a view once, with the number of orders of the unseen cards that lead to it."""
    hidden, known = view.hidden(), view.facts()
    assert hidden is not None
    found: Counter[tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]] = Counter()
    for order in permutations(hidden.unseen.elements()):
        left, hands = list(order), []
        for seat, missing in enumerate(hidden.missing):
            hands.append(tuple(sorted((*known["hands"][seat], *left[:missing]))))
            left = left[missing:]
        found[tuple(hands), tuple(left)] += 1
    for (dealt, drawn), ways in found.items():
        pile = list(known["pile"])
        for place, card in zip(hidden.places, drawn, strict=True):
            pile[place] = card
        yield view.filled([list(hand) for hand in dealt], pile), ways


class Sums(NamedTuple):
    """A move's sums over all worlds, weighted. Upper bounds unless `exact`."""

    win: float
    margin: float
    exact: bool

    def equals(self, other: "Sums") -> bool:
        """Whether the sums are equal, apart from rounding."""
        return abs(self.win - other.win) < 1e-9 and abs(self.margin - other.margin) < 1e-9


def sums_of(weighted: list[tuple[Position, int]], top: int) -> dict[Move, Sums] | None:
    """The sums of each move, exact if it is among the `top` best in every world. None after too many nodes."""
    sums: dict[Move, Sums] = {}
    for world, weight in weighted:
        solution = Endgame(world.game).solve(world, nodes=MOST_NODES, top=top)
        if not solution.exact:
            return None
        # With two players only the order of margins matters, so a bound of the margin is one of the win too.
        for move, margin, win, exact, _ in solution.outcomes:
            old = sums.get(move, Sums(0.0, 0.0, True))
            sums[move] = Sums(old.win + weight * win, old.margin + weight * margin, old.exact and exact)
    return sums


def best_of(weighted: list[tuple[Position, int]]) -> tuple[Sums, list[Move]] | None:
    """The best sums and the moves that reach them, from more and more best moves. None after too many nodes."""
    moves, top = len(weighted[0][0].legal_moves()), 8
    while top < min(moves, MOST_TOP):
        top *= 2
        sums = sums_of(weighted, min(top, moves))
        if sums is None:
            return None
        best = max(sums.values(), key=lambda found: (round(found.win, 9), round(found.margin, 9)))
        level = [move for move, found in sums.items() if found.equals(best)]
        if all(sums[move].exact for move in level):
            return best, level
    return None


def best_of_winners(weighted: list[tuple[Position, int]]) -> tuple[Sums, list[Move]] | None:
    """The same in two steps: who wins after each move in each world, then the margins of the moves that win most.

    None after too many nodes, or if too many moves win most.
    """
    solvers = [Endgame(world.game) for world, _ in weighted]

    def total(move: Move, low: int, high: int) -> Sums | None:
        wins, margins = 0.0, 0.0
        for solver, (world, weight) in zip(solvers, weighted, strict=True):
            found = solver.move_value(world, move, low, high, nodes=MOST_NODES)
            if not found.exact:
                return None
            wins += weight * ((found.margin > 0) + (found.margin >= 0)) / 2
            margins += weight * found.margin
        return Sums(wins, margins, True)

    signs = {move: total(move, -1, 1) for move in weighted[0][0].legal_moves()}
    if None in signs.values():
        return None
    most = max(found.win for found in signs.values() if found)
    winners = [move for move, found in signs.items() if found and found.win > most - 1e-9]
    if len(winners) > MOST_WINNERS:
        return best_of(weighted)
    sums = {move: total(move, -FAR, FAR) for move in winners}
    if None in sums.values():
        return None
    best = max((found for found in sums.values() if found), key=lambda found: found.margin)
    return best, [move for move, found in sums.items() if found and found.equals(best)]


def record_of(view: View, unseen: int) -> dict[str, Any] | None:
    """A position with its value and its best moves, as it is written. None if it takes too many nodes."""
    weighted = [(view.sample(), 1)] if unseen == 0 else list(list_worlds(view))
    total = sum(weight for _, weight in weighted)
    found = best_of(weighted) if view.game.players > 2 or unseen == 0 else best_of_winners(weighted)
    if found is None:
        return None
    best, level = found
    return {
        "line": view.to_line(),
        "unseen": unseen,
        "win": round(best.win / total, 6),
        "margin": round(best.margin / total, 6),
        "best": [move.text for move in level],
    }


def unseen_of(view: View) -> int | None:
    """Number of unseen cards, 0 with perfect information. None if the view hides more than cards."""
    if perfect_information(view):
        return 0
    hidden = view.hidden()
    return hidden.unseen.total() if hidden and hidden.unseen else None


def late_views(game: kiebitz.Game, solver: Solver, seed: int) -> Iterator[tuple[int, View]]:
    """Yields (number of unseen cards, view) for every decision of a game with more than one move."""
    position, number = game.deal(seed), 0
    while not position.over:
        view, number = position.view(), number + 1
        unseen = unseen_of(view) if position.pile_size <= 8 else None
        if unseen is not None and len(view.legal_moves()) > 1:
            yield unseen, view
        position.play(solver.advise(view, Budget(seed=seed * 1000 + number, explained=0)).best.move)


def with_endings(text: str) -> str:
    """The same text. Raises BadParameter unless it names a game with exact endings."""
    if text not in WANTED:
        raise BadParameter(f"{text!r} has no such endings; right would be {' or '.join(WANTED)}")
    return text


def numbers_wanted(text: str) -> Wanted:
    """The numbers of positions by players and unseen cards. Raises BadParameter if the text has another form."""
    try:
        parts = [part.replace("=", "/").split("/") for part in text.split(",") if part]
        return {(int(players), int(unseen)): int(number) for players, unseen, number in parts}
    except ValueError:
        raise BadParameter(f"{text!r} is no such list; right would be such as 2/5=80,2/6=20") from None


def late_positions(
    game: Annotated[str, Argument(metavar="GAME", parser=with_endings, help=f"One of {', '.join(WANTED)}.")],
    first: Annotated[int, Option(min=0, metavar="N", help="Number of the first deal.")] = 0,
    want: Annotated[str, Option(metavar="PLAYERS/UNSEEN=NUMBER,...", help="Other numbers than the test has.")] = "",
) -> None:
    """Writes late positions with exact values, one a line."""
    wanted = numbers_wanted(want) or dict(WANTED[game])
    solver, seed = make_solver(PLAYER), first
    for players in sorted({players for players, _ in wanted}):
        this = kiebitz.game(game, players)
        while any(left > 0 for (at, _), left in wanted.items() if at == players):
            seed += 1
            found = [(n, view) for n, view in late_views(this, solver, seed) if wanted.get((players, n), 0) > 0]
            if not found:
                continue
            unseen, view = Random(seed).choice(found)
            record = record_of(view, unseen)
            if record is None:
                print(f"deal {seed}: too many nodes", file=sys.stderr)
                continue
            wanted[players, unseen] -= 1
            print(json.dumps(record), flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program and returns its exit status."""
    return run("tools.late_positions", late_positions, arguments)


if __name__ == "__main__":
    sys.exit(main())
