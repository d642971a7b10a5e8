"""The parameters of expectimax."""

from dataclasses import dataclass

from kiebitz.expectimax import LEAVES
from kiebitz.search import POLICIES
from kiebitz.solvers.parameters import check_parameters, parameter


@dataclass(frozen=True)
class ExpectimaxParameters:
    """What can be chosen about expectimax."""

    turns: int = parameter(
        2, "Number of own turns looked at, this one included, one more after the other.", unit="turns", within=(1, 7)
    )
    candidates: int = parameter(
        32,
        "Number of ways to take this turn that are looked into, the best by their static value.",
        unit="ways to take the turn",
        within=(1, 10**6),
    )
    width: int = parameter(3, "The same in later turns, 0 for all.", unit="ways to take the turn", within=(0, 10**6))
    samples: int = parameter(
        4,
        "Number of outcomes of a later node that are sampled if it has more than `outcomes`, or if they are hidden.",
        unit="outcomes",
        within=(1, 10**6),
    )
    outcomes: int = parameter(
        0, "The most outcomes of a later node that are all summed.", unit="outcomes", within=(0, 4096)
    )
    deeper: float = parameter(0.3, "Share of the budget after which no further turn is begun.", within=(0, 1))
    leaf: str = parameter(
        "static",
        "Value after the last turn: `static` for the learned value, `margin` for the margin at hand.",
        choices=tuple(LEAVES),
    )
    policy: str = parameter("greedy", "The policy of the other players.", choices=tuple(POLICIES))
    inner: int = parameter(
        1,
        "Number of decisions of a later turn for which all moves are tried; the heuristic makes the others.",
        unit="decisions",
        within=(0, 64),
    )
    last: int = parameter(1, "The same in the last turn.", unit="decisions", within=(0, 64))
    worlds: int = parameter(0, "Limit if the budget names none, 0 for none.", unit="worlds", within=(0, 10**9))
    prune: bool = parameter(False, "Without effect; accepted because scripts may have it.")

    def __post_init__(self) -> None:
        check_parameters(self)
