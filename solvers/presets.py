"""The searches that `best` uses for each game. A game without an entry gets a search that works for any game."""

from dataclasses import dataclass, replace

from kiebitz.core import Game
from kiebitz.solvers.expectimax import Expectimax
from kiebitz.solvers.rollout import Rollout
from kiebitz.solvers.solver import Solver

ANY_GAME = Rollout()
PLAYOUTS = Expectimax(candidates=16, policy="static", turns=7, width=1, samples=1)


@dataclass(frozen=True)
class Preset:
    """The searches for one game.

    search: the solver before the ending.
    alone: the same for a game of one player; None: `search`.
    least_seconds: with less time `best` uses `static`, because the noise of a short search costs more than it gains.
    before_ending: the solver shortly before the ending, with two players; None: `search`.
    quick: the search for at most `quick_seconds`, or at most `quick_nodes`; None: `search`.
    """

    search: Solver = ANY_GAME
    alone: Solver | None = None
    least_seconds: float = 0.0
    before_ending: Solver | None = None
    quick: Solver | None = None
    quick_seconds: float = 0.0
    quick_nodes: int = 0


# By matches, "Strength" in benchmarks/README.md.
PRESETS = {
    "kwatro": Preset(
        search=Rollout(candidates=20, leaf="round"),
        # Against version 0.1 it won 58 % with 15 ms, and 49 % with 29 points less with 50 ms. The limit lies between.
        quick=Rollout(candidates=32, order="mixed", allocation="halving", leaf="round"),
        quick_seconds=0.025,
        quick_nodes=25_000,
    ),
    "quanto": Preset(
        # The learned value chooses a few candidates and values leaves. Replies by it are better than greedy ones if
        # endings are not solved (68 % of games with 40 worlds). If endings are solved, no difference was seen.
        search=Rollout(candidates=8, order="static", leaf="static"),
        least_seconds=0.01,
        before_ending=Rollout(candidates=4, order="static", policy="static", plies=0, leaf="static", endings=20000),
    ),
    "qwinto": Preset(
        # Playouts by the learned value. Seven own decisions are nearer to whole games than five, and noisier. In 50 ms
        # the noise is larger than the difference: computed from the table in docs/search.md, not yet shown by matches.
        search=PLAYOUTS,
        quick=replace(PLAYOUTS, turns=5),
        quick_seconds=0.2,
        quick_nodes=200_000,
        # Two turns are known exactly after some 8,000 nodes. More time goes into a third turn, docs/search.md.
        alone=Expectimax(candidates=16, policy="static", turns=3),
    ),
}


def preset_of(game: Game) -> Preset:
    """The searches for a game."""
    return PRESETS.get(game.name, Preset())
