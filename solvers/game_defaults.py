"""Default values of parameters that depend on the game. A game without an entry gets values that work for any game."""

from dataclasses import dataclass
from math import inf

from kiebitz.core import Game

WHOLE_GAME = 1000  # plies of a playout from a leaf that reach the end of any game


@dataclass(frozen=True)
class TreeDefaults:
    """What `mcts` and `pimc` use for parameters that are not given. The fields are the parameters of `mcts`."""

    c: float = 0.1
    alpha: float = 0.4
    widening: float = 3.0
    trust: float = 1.0
    cap: float = 0.15
    plies: int = 4
    win: float = 0.5


@dataclass(frozen=True)
class GameDefaults:
    """Default values for one game.

    rounds: rounds of the table before a playout is cut, so that all players have the same number of turns; 0 for
        whole games.
    plies_of_two: changes of player before a playout is cut between two players; 0 to use `rounds`.
    temperature: points by which a move must be better to be expected e times as often; infinite if moves tell nothing.
    random_until: in self-play for learning, the number of first decisions one of which is random.
    tree: defaults of tree searches.
    """

    rounds: int = 2
    plies_of_two: int = 0
    temperature: float = inf
    random_until: int = 50
    tree: TreeDefaults = TreeDefaults()


# rounds, plies_of_two: by matches, "Strength" in benchmarks/README.md.
# temperature: by the likelihood of moves in self-play of rollouts, docs/belief.md.
# tree: by matches, "Tree search" in benchmarks/README.md.
# random_until: about the decisions of a short game; not tuned.
GAME_DEFAULTS = {
    "kwatro": GameDefaults(
        rounds=2,
        plies_of_two=4,  # level with 3 in matches, against greedy 50 points better on the same deals
        temperature=2.6,
        random_until=28,
        tree=TreeDefaults(c=0.05, widening=1.0),
    ),
    "quanto": GameDefaults(
        rounds=3,  # greedy play misleads in longer playouts
        temperature=0.55,
        tree=TreeDefaults(plies=2),
    ),
    "qwinto": GameDefaults(
        rounds=0,  # points come at the end
        tree=TreeDefaults(plies=WHOLE_GAME),
    ),
}


def defaults_of(game: Game) -> GameDefaults:
    """The default values for a game, by its name."""
    return GAME_DEFAULTS.get(game.name, GameDefaults())


def horizon(game: Game) -> int:
    """Changes of player after a move before a playout's margin is taken, 0 for whole games."""
    defaults = defaults_of(game)
    if game.players == 2 and defaults.plies_of_two:
        return defaults.plies_of_two
    return defaults.rounds * game.players - 1 if defaults.rounds else 0
