"""Time to solve endings."""

from collections.abc import Iterator
from time import process_time
from typing import Annotated, NamedTuple

from typer import Option

import kiebitz
from kiebitz.benchmarks.command_line import Game, Games
from kiebitz.endgame import Endgame, perfect_information
from kiebitz.solvers.enumerate_worlds import number_unseen, worlds

Unseen = Annotated[
    int, Option(min=0, metavar="N", help="Solve positions with N unseen cards; 0 for perfect information.")
]
Limit = Annotated[int, Option(min=0, metavar="N", help="Limit of nodes for each position or world; 0 for none.")]


class Solved(NamedTuple):
    """The cost of solving one position.

    seconds: processor time.
    nodes: number of nodes.
    exact: whether everything was solved within the limit.
    """

    seconds: float
    nodes: int
    exact: bool


def endings(game: Game, games: Games = 100, unseen: Unseen = 0, nodes: Limit = 0) -> None:
    """How long does it take to solve endings?

    The program plays greedy games for two, each to the first position with perfect information. With --unseen N it
    stops at the first position with N unseen cards, and solves all worlds of it. Times are processor time of one
    thread.
    """
    this_game = kiebitz.game(game, 2)
    engine = Endgame(this_game)
    found = [solve(engine, position, unseen, nodes) for position in first_endings(this_game, games, unseen)]
    if not found:
        print("no game came to such a position")
        return
    seconds, total = sorted(one.seconds for one in found), sum(one.nodes for one in found)
    at = [1000 * seconds[min(int(share * len(seconds)), len(seconds) - 1)] for share in (0.5, 0.95, 1)]
    print(f"{len(found)} positions, {sum(one.exact for one in found)} exact; {total / sum(seconds):,.0f} nodes/s")
    print(f"ms: median {at[0]:.1f}, 95th percentile {at[1]:.1f}, longest {at[2]:.1f}")


def first_endings(game: kiebitz.Game, games: int, unseen: int) -> Iterator[kiebitz.Position]:
    """From each greedy game, the first position to solve.

    unseen: number of unseen cards; 0 for perfect information.
    """
    for seed in range(games):
        position = game.deal(seed)
        while not position.over:
            if number_unseen(position.view()) == unseen if unseen else perfect_information(position.view()):
                yield position
                break
            position.play(position.greedy_move())


def solve(engine: Endgame, position: kiebitz.Position, unseen: int, nodes: int) -> Solved:
    """Solves one position: its best move, or with unseen cards all its moves in every world."""
    engine.clear()
    view = position.view()
    start = process_time()
    if unseen:
        solved = [engine.solve(world, nodes, top=len(view.legal_moves())) for world, _ in worlds(view)]
    else:
        solved = [engine.solve(view.sample(), nodes)]
    return Solved(process_time() - start, sum(one.nodes for one in solved), all(one.exact for one in solved))
