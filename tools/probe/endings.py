"""Time to solve endings."""

from collections.abc import Callable, Iterator
from time import process_time
from typing import Annotated, NamedTuple, TypeVar

from typer import Option

import kiebitz
from kiebitz.benchmarks.command_line import Game, Games, solver_text
from kiebitz.endgame import Endgame, perfect_information
from kiebitz.solvers import Budget, Solver, make_solver
from kiebitz.solvers.enumerate_worlds import number_unseen, worlds

Unseen = Annotated[
    int, Option(min=0, metavar="N", help="Solve positions with N unseen cards; 0 for perfect information.")
]
Player = Annotated[
    str, Option(parser=solver_text, metavar="SOLVER", help="The solver that plays the games to the positions.")
]
Pile = Annotated[
    int,
    Option(min=0, metavar="N", help="Solve positions with N cards in the pile as if all cards were known."),
]
Top = Annotated[int, Option(min=1, metavar="N", help="Number of moves that get values; the others get bounds.")]
Number = TypeVar("Number", int, float)
SHARES = (0.01, 0.025, 0.05, 0.2, 1.0)  # seconds
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


def endings(
    game: Game,
    games: Games = 100,
    unseen: Unseen = 0,
    nodes: Limit = 0,
    player: Player = "greedy",
    pile: Pile = 0,
    top: Top = 1,
) -> None:
    """How long does it take to solve endings?

    The program plays games for two, each to the first position with perfect information. With --pile N it stops at the
    first position with N cards in the pile and solves it with its true pile. With --unseen N it stops at the first
    position with N unseen cards, and solves all worlds of it. Times are processor time of one thread.
    """
    this_game = kiebitz.game(game, 2)
    engine = Endgame(this_game)
    positions = first_endings(this_game, games, make_solver(player), lambda position: wanted(position, unseen, pile))
    found = [solve(engine, position, unseen, nodes, top) for position in positions]
    if not found:
        print("no game came to such a position")
        return
    seconds, total = sorted(one.seconds for one in found), sum(one.nodes for one in found)
    print(f"{len(found)} positions, {sum(one.exact for one in found)} exact; {total / sum(seconds):,.0f} nodes/s")
    at = [1000 * time for time in quantiles(seconds)]
    print(f"ms: median {at[0]:.1f}, 95th percentile {at[1]:.1f}, longest {at[2]:.1f}")
    print("nodes: median {}, 95th percentile {}, most {}".format(*quantiles(sorted(one.nodes for one in found))))
    shares = [sum(one.exact and one.seconds <= limit for one in found) / len(found) for limit in SHARES]
    print(
        "exact: "
        + ", ".join(f"{share:.0%} in {1000 * limit:.0f} ms" for limit, share in zip(SHARES, shares, strict=True))
    )


def quantiles(numbers: list[Number]) -> list[Number]:
    """The median, the 95th percentile and the maximum of sorted numbers."""
    return [numbers[min(int(share * len(numbers)), len(numbers) - 1)] for share in (0.5, 0.95, 1)]


def wanted(position: kiebitz.Position, unseen: int, pile: int) -> bool:
    """Whether a position is to be solved."""
    if unseen:
        return number_unseen(position.view()) == unseen
    return position.pile_size == pile if pile else perfect_information(position.view())


def first_endings(
    game: kiebitz.Game, games: int, player: Solver, wanted: Callable[[kiebitz.Position], bool]
) -> Iterator[kiebitz.Position]:
    """From each game that the player plays against itself, the first position to solve."""
    for seed in range(games):
        position = game.deal(seed)
        while not position.over:
            if wanted(position):
                yield position
                break
            position.play(player.advise(position.view(), Budget(seed=seed, explained=0)).best.move)


def solve(engine: Endgame, position: kiebitz.Position, unseen: int, nodes: int, top: int) -> Solved:
    """Solves one position: its best moves, or with unseen cards all its moves in every world."""
    engine.clear()
    view = position.view()
    start = process_time()
    if unseen:
        solved = [engine.solve(world, nodes, top=len(view.legal_moves())) for world, _ in worlds(view)]
    else:
        solved = [engine.solve(position, nodes, top=top)]
    return Solved(process_time() - start, sum(one.nodes for one in solved), all(one.exact for one in solved))
