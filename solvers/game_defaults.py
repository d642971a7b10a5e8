"""Default values of parameters, by game. A game without an entry gets values that work for any game."""

from dataclasses import dataclass
from math import inf

from kiebitz.core import Game
from kiebitz.solvers.model_error import NO_ERROR, ModelError

WHOLE_GAME = 1000  # plies that reach the end of every game


@dataclass(frozen=True)
class TreeDefaults:
    """Default values of `mcts` and `pimc`. The fields are arguments of the kernel.

    prior_visits, prior_cap, win_weight: the parameters `trust`, `cap` and `win` of `mcts`.
    """

    c: float = 0.1
    alpha: float = 0.4
    widening: float = 3.0
    prior_visits: float = 1.0
    prior_cap: float = 0.15
    plies: int = 4
    win_weight: float = 0.5


@dataclass(frozen=True)
class GameDefaults:
    """Default values for one game.

    rounds: a playout is cut off after so many rounds of all players, so that all have the same number of turns; 0:
        whole games.
    plies_of_two: with two players, a playout is cut off after so many changes of player; 0: `rounds` decides.
    temperature: a move that is better by so many points is expected e times as often; infinite: moves tell nothing.
    random_until: in self-play for learning, one of so many first decisions is random.
    tree: defaults of tree searches.
    win_weight: weight of the share of the win in the utility, see `utility.py`.
    model_error: error of estimates by `best` that more worlds do not reduce.
    late_error: the same in positions whose final margin has a standard deviation of less than `late` points.
    """

    rounds: int = 2
    plies_of_two: int = 0
    temperature: float = inf
    random_until: int = 50
    tree: TreeDefaults = TreeDefaults()
    win_weight: float = 1.0
    model_error: ModelError = NO_ERROR
    late_error: ModelError = NO_ERROR
    late: float = 0.0


# rounds, plies_of_two: by matches, "Strength" in benchmarks/README.md.
# temperature: by the likelihood of moves in self-play of rollouts, docs/belief.md.
# tree: by matches, "Tree search" in benchmarks/README.md.
# model_error, late_error: by the results of playing on, "What intervals cover" in docs/search.md.
# random_until: about the decisions of a short game; not tuned.
GAME_DEFAULTS = {
    "kwatro": GameDefaults(
        rounds=2,
        plies_of_two=4,  # as good as 3 in matches between them, and 50 points better against greedy on the same deals
        temperature=2.6,
        random_until=28,
        tree=TreeDefaults(c=0.05, widening=1.0),
        model_error=ModelError(margin=0.15, win=0.15, lead=0.09),
        late_error=ModelError(margin=0.47, win=0.55, lead=0.41),
        late=140.0,
    ),
    "quanto": GameDefaults(
        rounds=3,  # greedy play misleads in longer playouts
        temperature=0.55,
        tree=TreeDefaults(plies=2),
        model_error=ModelError(margin=0.14, win=0.14, lead=0.07),
        late_error=ModelError(margin=0.25, win=0.25, lead=0.23),
        late=10.0,
    ),
    "qwinto": GameDefaults(
        rounds=0,  # points come at the end
        tree=TreeDefaults(plies=WHOLE_GAME),
        model_error=ModelError(margin=0.32, win=0.36, lead=0.14),
    ),
}


def defaults_of(game: Game) -> GameDefaults:
    """The default values of a game."""
    return GAME_DEFAULTS.get(game.name, GameDefaults())


def model_error_of(game: Game, deviation: float) -> ModelError:
    """The error of estimates where the final margin has this standard deviation, in points."""
    defaults = defaults_of(game)
    return defaults.late_error if deviation < defaults.late else defaults.model_error


def horizon(game: Game) -> int:
    """Number of changes of player after which a playout is cut off; 0: whole games."""
    defaults = defaults_of(game)
    if game.players == 2 and defaults.plies_of_two:
        return defaults.plies_of_two
    return defaults.rounds * game.players - 1 if defaults.rounds else 0
