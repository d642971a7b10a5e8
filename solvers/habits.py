"""What suits which game, and where each number came from. A game without an entry gets defaults that work for any."""

from dataclasses import dataclass
from math import inf

WHOLE_GAME = 1000  # plies of a playout from a leaf


@dataclass(frozen=True)
class TreeHabits:
    """What `mcts` and `pimc` take for numbers that they are not given; the fields are theirs."""

    c: float = 0.1
    alpha: float = 0.4
    widening: float = 3.0
    trust: float = 1.0
    cap: float = 0.15
    plies: int = 4
    win: float = 0.5


@dataclass(frozen=True)
class Habits:
    """What suits a game.

    search: what `best` uses as long as there is no ending, a solver that takes `worlds`; least_seconds: with less time
    its noise costs more than it sees, and `best` uses `static`; before_ending: what `best` uses between two players
    shortly before the ending, empty for the same as ever; rounds: of the table before a playout is cut, so that every
    player gets as many turns, 0 for whole games; plies_of_two: the same between two players in changes of player, 0 for
    what the rounds say; temperature: points by which a move must be better to be expected e times as often, infinite
    where moves tell nothing; random_until: the random move of a game that is learned from is one of so many; tree: see
    `TreeHabits`.
    """

    search: str = "rollout"
    least_seconds: float = 0.0
    before_ending: str = ""
    rounds: int = 2
    plies_of_two: int = 0
    temperature: float = inf
    random_until: int = 50
    tree: TreeHabits = TreeHabits()


# search, least_seconds, before_ending, rounds, plies_of_two: by matches, "Strength" in benchmarks/README.md.
# temperature: by the likelihood of moves in self-play of rollouts, docs/belief.md.
# tree: by matches, "Tree search" in benchmarks/README.md.
# random_until: about the decisions of a short game; not tuned.
HABITS = {
    "kwatro": Habits(
        # Level with the learned value after one ply, and wins more against greedy.
        search="rollout:candidates=20:leaf=round",
        rounds=2,
        plies_of_two=4,  # level with 3 in matches, against greedy 50 points better on the same deals
        temperature=2.6,
        random_until=28,
        tree=TreeHabits(c=0.05, widening=1.0),
    ),
    "quanto": Habits(
        # The learned value names and values a few moves. Answers by it instead of greedy ones are better where endings
        # are not solved (68 % of games with 40 worlds), with them no difference was seen.
        search="rollout:candidates=8:order=static:leaf=static",
        least_seconds=0.01,
        before_ending="rollout:candidates=4:order=static:policy=static:plies=0:leaf=static:endings=20000",
        rounds=3,  # greedy play misleads in the long run
        temperature=0.55,
        tree=TreeHabits(plies=2),
    ),
    "qwinto": Habits(
        # Others who choose by the learned value: 62 % of games at equal time against greedy others, and honest numbers.
        search="expectimax:candidates=16:policy=static",
        rounds=0,  # points come at the end
        tree=TreeHabits(plies=WHOLE_GAME),
    ),
}


def habits_of(game):
    """What suits a game, by its name."""
    return HABITS.get(game.name, Habits())


def horizon(game):
    """Changes of player after a move before a playout's margin is taken, 0 for whole games."""
    habits = habits_of(game)
    if game.players == 2 and habits.plies_of_two:
        return habits.plies_of_two
    return habits.rounds * game.players - 1 if habits.rounds else 0
