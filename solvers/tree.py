"""Tree search: information-set MCTS (`mcts`), and trees of single worlds averaged at the root (`pimc`)."""

from dataclasses import asdict, dataclass, replace
from typing import Any

from kiebitz import weights
from kiebitz.core import Game, Move, View
from kiebitz.search import POLICIES
from kiebitz.solvers.advice import Advice
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.game_defaults import WHOLE_GAME, defaults_of
from kiebitz.solvers.parameters import check_parameters, documented, parameter
from kiebitz.solvers.tree_run import TreeRun

CHOICE_ITERATIONS = 1000  # iterations of a choice without explanation, unless the solver has a limit
LEAST_WORLDS = 5  # least worlds of such a choice
GAMES_OWN = "Negative: the default of the game."


@documented
@dataclass(frozen=True)
class Mcts:
    """Information-set Monte Carlo tree search: one tree for all worlds. Each iteration samples a new world."""

    nodes: int = parameter(
        0,
        "Most moves made, in the tree and in playouts, if no other limit of nodes or worlds is given; 0: no limit.",
        within=(0, 10**12),
    )
    worlds: int = parameter(
        0,
        "Most sampled worlds, if no other limit of nodes or worlds is given; 0: no limit.",
        within=(0, 10**9),
    )
    c: float = parameter(
        -1.0, f"Weight of exploration in UCT: larger numbers spread visits more evenly. {GAMES_OWN}", within=(-1, 100)
    )
    alpha: float = parameter(
        -1.0,
        f"Exponent of progressive widening: a node with n visits has widening * n**alpha candidates. {GAMES_OWN}",
        within=(-1, 1),
    )
    widening: float = parameter(
        -1.0,
        f"Factor of progressive widening: the number of candidates at a node with one visit. {GAMES_OWN}",
        within=(-1, 10**6),
        excluded=0,
    )
    trust: float = parameter(
        -1.0,
        f"Weight of a prior: it counts like so many visits. {GAMES_OWN}",
        within=(-1, 10**6),
        excluded=0,
    )
    cap: float = parameter(
        -1.0,
        f"Largest difference of two priors that come from heuristic scores. {GAMES_OWN}",
        unit="shares of a win",
        within=(-1, 10**6),
    )
    plies: int = parameter(
        -1,
        "Length of the playout from a leaf. 0: no playout. 1000: the whole game. -1: the default of the game.",
        unit="changes of player",
        within=(-1, WHOLE_GAME),
    )
    policy: str = parameter("greedy", "The policy of all players in playouts.", choices=tuple(POLICIES))
    leaf: str = parameter(
        "auto",
        "Value of a leaf: `static` is the learned value, `margin` is the margin there, corrected by the margin model of"
        " the game. `auto` is `static` if the game has a learned value, else `margin`.",
        choices=("auto", "static", "margin"),
    )
    win: float = parameter(
        -1.0,
        f"Weight of the share of the win in the utility, 0 to 1. The margin has the rest. {GAMES_OWN}",
        within=(-1, 1),
    )
    observers: str = parameter(
        "single",
        "`single`: one tree, with moves as the searching player sees them. `multi`: a tree for each player.",
        choices=("single", "multi"),
    )
    width: int = parameter(40, "Number of candidate moves at the root.", within=(1, 10**6))
    memory: int = parameter(440, "Most memory for the nodes of all threads.", unit="MB", within=(1, 10**5))

    name = "mcts"
    iterations = 1  # iterations in one world

    def __post_init__(self) -> None:
        check_parameters(self)

    def settings(self, game: Game) -> dict[str, Any]:
        """The arguments of the kernel, with the game's own defaults in place of negative numbers."""
        defaults = asdict(defaults_of(game).tree)
        given = {**asdict(self), "prior_visits": self.trust, "prior_cap": self.cap, "win_weight": self.win}
        chosen = {name: own if given[name] < 0 else given[name] for name, own in defaults.items()}
        return chosen | {
            "policy": self.policy,
            "learned": self.leaf == "static" or (self.leaf == "auto" and has_learned(game)),
            "multi": self.observers == "multi",
            "per_world": self.iterations,
            "width": self.width,
        }

    def run(self, view: View, budget: Budget) -> TreeRun:
        """A run within the budget. If it limits neither nodes nor worlds, the solver's own limits are added."""
        if not (budget.nodes or budget.worlds):
            budget = replace(budget, nodes=self.nodes or None, worlds=self.worlds or None)
        averaged = self.iterations > 1
        settings = self.settings(view.game)
        if budget.aim == "margin":
            settings["win_weight"] = 0.0
        return TreeRun(self.name, view, budget, settings, self.memory, averaged=averaged)

    def advise(self, view: View, budget: Budget) -> Advice:
        """The visited moves, best first."""
        return self.run(view, budget).advise()

    def choose(self, view: View, seed: int) -> Move:
        """The best move of a search within the solver's own limits, or of a small search if it has none."""
        worlds = None if self.nodes or self.worlds else max(CHOICE_ITERATIONS // self.iterations, LEAST_WORLDS)
        run = self.run(view, Budget(worlds=worlds, seed=seed))
        run.search()
        return run.move(run.order()[0])


@documented
@dataclass(frozen=True)
class Pimc(Mcts):
    """Perfect-information Monte Carlo: a tree for each sampled world, in which all cards are open; values are averaged.

    All parameters except `iterations` are those of `mcts`. `observers` has no effect.
    """

    iterations: int = parameter(200, "Number of iterations in the tree of each world.", within=(2, 10**9))
    name = "pimc"


def has_learned(game: Game) -> bool:
    """Whether the game has a learned value."""
    return bool(game.learned or weights.load(game.name))
