"""The searches that `best` uses for each game. A game without an entry gets a search that works for any game."""

from dataclasses import dataclass

from kiebitz.core import Game
from kiebitz.solvers.expectimax import Expectimax
from kiebitz.solvers.rollout import Rollout
from kiebitz.solvers.solver import Solver

ANY_GAME = Rollout()


@dataclass(frozen=True)
class Preset:
    """The searches for one game.

    search: the solver before the ending.
    least_seconds: with less time the noise of the search costs more than it sees, and `best` uses `static`.
    before_ending: the solver between two players shortly before the ending; None for `search`.
    """

    search: Solver = ANY_GAME
    least_seconds: float = 0.0
    before_ending: Solver | None = None


# By matches, "Strength" in benchmarks/README.md.
PRESETS = {
    "kwatro": Preset(
        # Level with the learned value after one ply, and wins more against greedy.
        search=Rollout(candidates=20, leaf="round"),
    ),
    "quanto": Preset(
        # The learned value names and values a few moves. Answers by it instead of greedy ones are better where endings
        # are not solved (68 % of games with 40 worlds). Where endings are solved no difference was seen.
        search=Rollout(candidates=8, order="static", leaf="static"),
        least_seconds=0.01,
        before_ending=Rollout(candidates=4, order="static", policy="static", plies=0, leaf="static", endings=20000),
    ),
    "qwinto": Preset(
        # Others who choose by the learned value: 62 % of games at equal time against greedy others, and honest numbers.
        search=Expectimax(candidates=16, policy="static"),
    ),
}


def preset_of(game: Game) -> Preset:
    """The searches for a game, by its name."""
    return PRESETS.get(game.name, Preset())
