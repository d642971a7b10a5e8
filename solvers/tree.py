"""Tree search: information-set MCTS (`mcts`), and trees of single worlds averaged at the root (`pimc`)."""

from dataclasses import asdict, dataclass, replace

from kiebitz import weights
from kiebitz.errors import BudgetError
from kiebitz.search import POLICIES
from kiebitz.solvers.advice import Ranked, advice_of
from kiebitz.solvers.budget import Budget
from kiebitz.solvers.explain import reasons, replies
from kiebitz.solvers.forest import Forest
from kiebitz.solvers.habits import WHOLE_GAME, habits_of
from kiebitz.solvers.interrupts import uninterrupted
from kiebitz.solvers.parameters import check_choices, check_ranges


@dataclass(frozen=True)
class Mcts:
    """Information-set Monte Carlo tree search: one tree over all sampled worlds, a new world each iteration.

    A negative number stands for what suits the game. nodes, worlds: limits when the budget names none, 0 for none. c:
    exploration; alpha, widening: a node visited n times has widening * n**alpha candidates; trust: visits that a
    prior counts for; cap: the most, as a share of a win, that the rough value of a move tells inside the tree; plies:
    changes of player that the policy plays on from a leaf, 0 for none, 1000 for the whole game; policy: greedy,
    static, heuristic or random; leaf: what a leaf counts, static for the learned value, margin for the points at
    hand, auto for static where a value was learned; win: share of the win chance in what is sought, the rest is
    margin; observers: single for one tree as the searching player sees the moves, multi for a tree for each player;
    width: moves at the root; memory: MB that the nodes may take.
    """

    nodes: int = 0
    worlds: int = 0
    c: float = -1.0
    alpha: float = -1.0
    widening: float = -1.0
    trust: float = -1.0
    cap: float = -1.0
    plies: int = -1
    policy: str = "greedy"
    leaf: str = "auto"
    win: float = -1.0
    observers: str = "single"
    width: int = 40
    memory: int = 440

    name = "mcts"
    iterations = 1  # in one world

    def __post_init__(self):
        check_ranges(
            self,
            nodes=(0, 10**12),
            worlds=(0, 10**9),
            c=(-1, 100),
            alpha=(-1, 1),
            widening=(-1, 10**6),
            trust=(-1, 10**6),
            cap=(-1, 10**6),
            plies=(-1, WHOLE_GAME),
            win=(-1, 1),
            width=(1, 10**6),
            memory=(1, 10**5),
        )
        for name in ("widening", "trust"):
            if getattr(self, name) == 0:
                raise BudgetError(f"{name} must not be 0")
        check_choices(self, policy=POLICIES, leaf=("auto", "static", "margin"), observers=("single", "multi"))

    def settings(self, game):
        """The arguments of the search, with what suits the game in place of negative numbers."""
        habits = asdict(habits_of(game).tree)
        chosen = {name: habit if getattr(self, name) < 0 else getattr(self, name) for name, habit in habits.items()}
        win = chosen.pop("win")
        learned = self.leaf == "static" or (self.leaf == "auto" and has_learned(game))
        return chosen | {
            "win_weight": win,
            "policy": self.policy,
            "learned": learned,
            "multi": self.observers == "multi",
            "per_world": self.iterations,
            "width": self.width,
        }

    def grown(self, view, budget):
        if not (budget.nodes or budget.worlds):
            budget = replace(budget, nodes=self.nodes or None, worlds=self.worlds or None)
        return Forest(self, view, budget)

    def advise(self, view, budget):
        forest = self.grown(view, budget)
        try:
            forest.run()
        except KeyboardInterrupt:
            forest.stop = "interrupted"
            with uninterrupted():
                forest.take_in()
                forest.close()
            if forest.worlds == 0:
                raise
        return advice(self, view, forest)

    def choose(self, view, seed):
        limited = self.nodes or self.worlds
        forest = self.grown(view, Budget(worlds=None if limited else max(1000 // self.iterations, 5), seed=seed))
        forest.run()
        return forest.moves[forest.order()[0]]


@dataclass(frozen=True)
class Pimc(Mcts):
    """Perfect-information Monte Carlo: a tree for each sampled world, as if all cards lay open, averaged at the root.

    iterations: of the tree of one world. The other parameters are those of `mcts`; observers does not matter here.
    """

    iterations: int = 200
    name = "pimc"

    def __post_init__(self):
        super().__post_init__()
        check_ranges(self, iterations=(2, 10**9))


def has_learned(game):
    """Whether a value of what is left was learned for the game."""
    return game.learned or bool(weights.load(game.name))


def advice(solver, view, forest):
    """The answer of a search that has come to its end.

    Intervals are those of the mean over a move's visits. The tree below was still growing in them, and they were given
    to the move because it looked good so far: of moves with few visits the mean is rather too low.
    """
    best, *others = forest.order()
    tied = forest.tied(best)
    order = [best, *sorted(others, key=lambda row: row not in tied)]
    asked = set(forest.budget.also)

    def ranked(row, place):
        move = forest.moves[row]
        line, answer = replies(forest, row, 32, forest.budget.seed) if place < forest.budget.followed else ((), ())
        why = reasons(view, move) if place < forest.budget.explained or move.text in asked else ()
        return Ranked(
            move,
            move.points,
            *forest.margin(row),
            *forest.win(row),
            forest.visits(row),
            row in tied,
            why + answer,
            line,
        )

    moves = [ranked(row, place) for place, row in enumerate(order)]
    return advice_of(view, solver.name, forest.meter, moves, forest.stop)
