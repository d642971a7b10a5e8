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

CHOICE_ITERATIONS = 1000  # of a quick choice, unless the solver has a limit
LEAST_WORLDS = 5  # of a quick choice
GAMES_OWN = "A negative number stands for the game's own default."


@documented
@dataclass(frozen=True)
class Mcts:
    """Information-set Monte Carlo tree search: one tree over all sampled worlds, a new world each iteration."""

    nodes: int = parameter(0, "Limit if the budget names none, 0 for none.", unit="nodes", within=(0, 10**12))
    worlds: int = parameter(0, "Limit if the budget names none, 0 for none.", unit="worlds", within=(0, 10**9))
    c: float = parameter(-1.0, f"Exploration constant of UCT. {GAMES_OWN}", within=(-1, 100))
    alpha: float = parameter(
        -1.0,
        f"Exponent of progressive widening: a node visited n times has widening * n**alpha candidates. {GAMES_OWN}",
        within=(-1, 1),
    )
    widening: float = parameter(
        -1.0, f"Factor of progressive widening. {GAMES_OWN}", unit="candidates", within=(-1, 10**6), excluded=0
    )
    trust: float = parameter(
        -1.0, f"Number of visits that a prior counts for. {GAMES_OWN}", unit="visits", within=(-1, 10**6), excluded=0
    )
    cap: float = parameter(
        -1.0,
        f"The most that the heuristic score of a move may add to its prior inside the tree. {GAMES_OWN}",
        unit="shares of a win",
        within=(-1, 10**6),
    )
    plies: int = parameter(
        -1,
        "Length of the playout from a leaf, 0 for none, 1000 for the whole game, -1 for the game's own default.",
        unit="changes of player",
        within=(-1, WHOLE_GAME),
    )
    policy: str = parameter("greedy", "The policy that plays on in playouts.", choices=tuple(POLICIES))
    leaf: str = parameter(
        "auto",
        "Value of a leaf: `static` for the learned value, `margin` for the margin at hand, `auto` for `static` if the"
        " game has a learned value.",
        choices=("auto", "static", "margin"),
    )
    win: float = parameter(
        -1.0,
        f"Weight of the share of the win in the utility, 0..1; the rest is the margin's. {GAMES_OWN}",
        within=(-1, 1),
    )
    observers: str = parameter(
        "single",
        "`single` for one tree by what the searching player sees of moves, `multi` for a tree for each player.",
        choices=("single", "multi"),
    )
    width: int = parameter(40, "Number of candidates at the root.", unit="moves", within=(1, 10**6))
    memory: int = parameter(440, "Memory that the nodes may take.", unit="MB", within=(1, 10**5))

    name = "mcts"
    iterations = 1  # in one world

    def __post_init__(self) -> None:
        check_parameters(self)

    def settings(self, game: Game) -> dict[str, Any]:
        """The arguments of the kernel, with the game's own defaults in place of negative numbers."""
        defaults = asdict(defaults_of(game).tree)
        chosen = {name: own if getattr(self, name) < 0 else getattr(self, name) for name, own in defaults.items()}
        win = chosen.pop("win")
        return chosen | {
            "win_weight": win,
            "policy": self.policy,
            "learned": self.leaf == "static" or (self.leaf == "auto" and has_learned(game)),
            "multi": self.observers == "multi",
            "per_world": self.iterations,
            "width": self.width,
        }

    def run(self, view: View, budget: Budget) -> TreeRun:
        """A run within the budget, or within the solver's own limits if it names no nodes and worlds."""
        if not (budget.nodes or budget.worlds):
            budget = replace(budget, nodes=self.nodes or None, worlds=self.worlds or None)
        averaged = self.iterations > 1
        return TreeRun(self.name, view, budget, self.settings(view.game), self.memory, averaged=averaged)

    def advise(self, view: View, budget: Budget) -> Advice:
        """The moves that were visited, best first."""
        return self.run(view, budget).advise()

    def choose(self, view: View, seed: int) -> Move:
        """The best move within the solver's own limits, else of a small search."""
        worlds = None if self.nodes or self.worlds else max(CHOICE_ITERATIONS // self.iterations, LEAST_WORLDS)
        run = self.run(view, Budget(worlds=worlds, seed=seed))
        run.search()
        return run.move(run.trees.order()[0])


@documented
@dataclass(frozen=True)
class Pimc(Mcts):
    """Perfect-information Monte Carlo: a tree for each sampled world, as if all cards lay open, averaged at the root.

    The parameters besides `iterations` are those of `mcts`; `observers` has no effect.
    """

    iterations: int = parameter(200, "Iterations of the tree of one world.", unit="iterations", within=(2, 10**9))
    name = "pimc"


def has_learned(game: Game) -> bool:
    """Whether the game has a learned value."""
    return bool(game.learned or weights.load(game.name))
