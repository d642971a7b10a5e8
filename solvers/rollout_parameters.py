"""The parameters of rollouts."""

import math
from dataclasses import dataclass

from kiebitz.search import POLICIES
from kiebitz.solvers.parameters import check_parameters, parameter


@dataclass(frozen=True)
class RolloutParameters:
    """The parameters of flat Monte Carlo."""

    candidates: int = parameter(
        40, "Number of moves that are kept after the first look at all moves.", within=(1, 10**6)
    )
    plies: int = parameter(
        -1,
        "Length of a playout, after which it is cut off. 0: whole games. -1: the default of the game.",
        unit="changes of player",
        within=(-1, 10**6),
    )
    screen: int = parameter(16, "Most worlds for the first look, in which all moves are played.", within=(2, 10**6))
    worlds: int = parameter(
        0, "Most sampled worlds, if no other limit of worlds is given; 0: no limit.", within=(0, 10**9)
    )
    policy: str = parameter("greedy", "The policy of all players in playouts.", choices=tuple(POLICIES))
    leaf: str = parameter(
        "margin",
        "Value of a playout that was cut off: `margin` is the margin there, corrected by the margin model of the game."
        " `round` is the mean of these margins over the last round, so no player gains by moving last. `static` is the"
        " learned value.",
        choices=("margin", "round", "static"),
    )
    endings: int = parameter(
        0,
        "With two players, a playout is solved exactly once nothing is hidden, with at most so many nodes. 0: never.",
        within=(0, 10**9),
    )
    objective: str = parameter(
        "aim",
        "What decides between moves: `aim` is the aim of the budget, `margin` the mean margin alone, `win` the mean"
        " share of the win alone.",
        choices=("aim", "margin", "win"),
    )
    order: str = parameter(
        "rollout",
        "How the candidates are chosen: `rollout` by the first look, `static` by the learned value, `mixed` half by the"
        " learned value and half as the best of each use of the hand's cards, `points` by the points of the turn.",
        choices=("rollout", "static", "mixed", "points"),
    )
    allocation: str = parameter(
        "race",
        "How candidates share the playouts: `race` drops those that are clearly worse, `halving` also drops the worse"
        " half after each of several equal shares of the budget, `equal` drops none.",
        choices=("race", "halving", "equal"),
    )
    belief: bool = parameter(False, "Whether worlds are weighted by the observed moves of the other players.")
    temperature: float = parameter(
        0.0,
        "For `belief`: a move that is better by so much is expected e times as often. 0: the default of the game.",
        unit="points",
        within=(0, math.inf),
    )
    memory: int = parameter(
        1, "For `belief`: number of latest moves of each other player that are used.", within=(1, 16)
    )

    def __post_init__(self) -> None:
        check_parameters(self)
