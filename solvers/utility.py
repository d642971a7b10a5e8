"""Utility: which results the player to move prefers. One rule for all solvers.

The aim `win` is the share of the win first, and the margin where shares are level or cannot be told apart. The aim
`margin` is the margin alone, for people who play several rounds for points.

    utility = weight * share of the win + margin / (sd * sqrt(2 pi))        the aim `win`
    utility = margin                                                        the aim `margin`

sd is the standard deviation of the final margin at the root. While the game is open, the second part is the tangent of
the win chance, so with the weight 1 both parts count alike. The surer the result is, the less a point of margin changes
the share of the win. The weight of each game was found by matches, see docs/search.md.
"""

from dataclasses import dataclass
from math import pi, sqrt
from typing import Any

from kiebitz.core import Position, View
from kiebitz.solvers.game_defaults import defaults_of

CERTAIN = 1e-9  # rounding of means of equal shares


@dataclass(frozen=True)
class Utility:
    """The utility of results for the player to move.

    points: weight of a point of margin.
    wins: weight of a whole win.
    """

    points: float
    wins: float

    def of(self, margins: Any, wins: Any) -> Any:
        """The utility of margins, in points, and shares of the win, 0..1; numbers or arrays of one shape."""
        return self.points * margins + self.wins * wins

    def certainty(self, wins: Any) -> Any:
        """1 for a move that wins in every world, -1 for one that loses in every world, else 0. Numbers or arrays.

        The aim `win` sorts moves by it first: however high a margin is, a chance never stands above a certain win.
        """
        if not self.wins:
            return 0 * wins
        return (wins >= 1 - CERTAIN) * 1 - (wins <= CERTAIN) * 1


MARGIN_ALONE = Utility(points=1.0, wins=0.0)
SHARE_ALONE = Utility(points=0.0, wins=1.0)


def utility_at(root: Position | View, aim: str) -> Utility:
    """The utility of the player to move at a root.

    aim: "win" or "margin". A player alone always wins, so the margin decides.
    """
    if aim == "margin" or root.game.players == 1:
        return MARGIN_ALONE
    _, low, high, _ = root.outlook()
    deviation = max((high - low) / 3.92, 1.0)
    return Utility(1 / (deviation * sqrt(2 * pi)), defaults_of(root.game).win_weight)
