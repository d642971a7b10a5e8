"""The parameters of expectimax."""

from dataclasses import dataclass

from kiebitz.expectimax import LEAVES
from kiebitz.search import POLICIES
from kiebitz.solvers.parameters import check_parameters, parameter


@dataclass(frozen=True)
class ExpectimaxParameters:
    """The parameters of expectimax."""

    turns: int = parameter(
        2,
        "Number of own turns to look ahead, including this one; 1: no search. The search adds one turn at a time.",
        within=(1, 7),
    )
    candidates: int = parameter(
        32,
        "Number of sequences of decisions for this turn that are searched: those with the best static values.",
        within=(1, 10**6),
    )
    width: int = parameter(
        3,
        "Number of sequences of decisions that are searched in each later own turn, except the last one; 0: all.",
        within=(0, 10**6),
    )
    samples: int = parameter(
        4,
        "Number of samples of a later chance node that has more outcomes than `outcomes`, or hidden ones.",
        within=(1, 10**6),
    )
    outcomes: int = parameter(
        0,
        "A later chance node with at most so many outcomes is averaged over all of them. Other nodes are sampled.",
        within=(0, 4096),
    )
    deeper: float = parameter(
        0.3, "The search looks one more turn ahead only if at most this share of the budget is used.", within=(0, 1)
    )
    leaf: str = parameter(
        "static",
        "Value after the last turn: `static` is the learned value, `margin` is the present margin.",
        choices=tuple(LEAVES),
    )
    policy: str = parameter("greedy", "The policy of the other players.", choices=tuple(POLICIES))
    inner: int = parameter(
        1,
        "Number of first decisions of a later turn for which all moves are tried. The heuristic makes the others.",
        within=(0, 64),
    )
    last: int = parameter(
        1,
        "Number of first decisions of the last turn for which all moves are tried. The heuristic makes the others.",
        within=(0, 64),
    )
    worlds: int = parameter(
        0, "Most sampled worlds, if no other limit of worlds is given; 0: no limit.", within=(0, 10**9)
    )
    prune: bool = parameter(False, "Has no effect any more. It is still accepted, because scripts may use it.")

    def __post_init__(self) -> None:
        check_parameters(self)
