"""The parameters of rollouts."""

import math
from dataclasses import dataclass

from kiebitz.search import POLICIES
from kiebitz.solvers.parameters import check_parameters, parameter


@dataclass(frozen=True)
class RolloutParameters:
    """What can be chosen about flat Monte Carlo."""

    candidates: int = parameter(
        40, "Number of moves that go on after a first look at all moves.", unit="moves", within=(1, 10**6)
    )
    plies: int = parameter(
        -1,
        "Length of a playout before the margin is taken, 0 for whole games, -1 for the game's own default.",
        unit="changes of player",
        within=(-1, 10**6),
    )
    screen: int = parameter(16, "Worlds of the first look at all moves.", unit="worlds", within=(2, 10**6))
    worlds: int = parameter(0, "Limit if the budget names none, 0 for none.", unit="worlds", within=(0, 10**9))
    policy: str = parameter("greedy", "The policy that plays on in playouts.", choices=tuple(POLICIES))
    leaf: str = parameter(
        "margin",
        "Value of a game that was cut: the `margin` at hand, its mean over the last `round` (which favours nobody for"
        " having moved last), or `static` for the learned value.",
        choices=("margin", "round", "static"),
    )
    endings: int = parameter(
        0,
        "Limit for solving a playout of two players as soon as nothing is hidden in it, 0 to play on.",
        unit="nodes",
        within=(0, 10**9),
    )
    objective: str = parameter(
        "margin", "What chooses: the mean margin or the mean share of the win.", choices=("margin", "win")
    )
    order: str = parameter(
        "rollout",
        "What names the candidates: `rollout` for the first look, `static` for the learned value.",
        choices=("rollout", "static"),
    )
    belief: bool = parameter(False, "Whether worlds are weighted by the moves that others were seen to make.")
    temperature: float = parameter(
        0.0,
        "For `belief`: how much better a move must be to be expected e times as often, 0 for the game's own default.",
        unit="points",
        within=(0, math.inf),
    )
    memory: int = parameter(
        1, "For `belief`: number of moves of each player that are remembered.", unit="moves", within=(1, 16)
    )

    def __post_init__(self) -> None:
        check_parameters(self)
