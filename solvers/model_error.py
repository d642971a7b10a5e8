"""The error of the model: how far estimates of a search are from the truth, however many worlds it samples.

Playouts are cut off, policies are weaker than players, and learned values are wrong now and then. More worlds do not
reduce this error. So every interval has it on top of the error of sampling.
"""

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

Bounds = tuple[float, float]
NORMAL = NormalDist()
NEAREST = 1e-4  # shares are kept so far from 0 and 1 where their normal deviate is needed


@dataclass(frozen=True)
class ModelError:
    """Standard deviations of the errors, as parts of the standard deviation of the final margin.

    margin: of the margin of a move.
    win: of the normal deviate of its share of the win.
    lead: of the difference between the margins of two moves.
    """

    margin: float = 0.0
    win: float = 0.0
    lead: float = 0.0

    def margin_bounds(self, margin: float, bounds: Bounds, deviation: float, confidence: float) -> Bounds:
        """The confidence interval of a margin with both errors.

        margin: the estimate in points.
        bounds: the interval of sampling.
        deviation: standard deviation of the final margin, in points.
        confidence: at least 0.5, less than 1.
        """
        reach = two_sided(confidence) * self.margin * deviation
        return margin - hypotenuse(margin - bounds[0], reach), margin + hypotenuse(bounds[1] - margin, reach)

    def win_bounds(self, win: float, bounds: Bounds, confidence: float) -> Bounds:
        """The confidence interval of a share of the win with both errors. It stays inside 0..1.

        The error of the share is largest where the game is open, and small where one side has nearly won.

        win: the estimate, 0..1.
        bounds: the interval of sampling.
        confidence: at least 0.5, less than 1.
        """
        middle = min(max(sum(bounds) / 2, NEAREST), 1 - NEAREST)
        slope = NORMAL.pdf(NORMAL.inv_cdf(middle))
        reach = two_sided(confidence) * self.win * slope
        low, high = win - hypotenuse(win - bounds[0], reach), win + hypotenuse(bounds[1] - win, reach)
        return max(low, 0.0), min(high, 1.0)

    def decides(self, lead: float, error: float, deviation: float, confidence: float) -> bool:
        """Whether a lead between two moves is so large that neither error explains it.

        lead: difference of the margins, in points.
        error: standard error of the lead from sampling, in points.
        deviation: standard deviation of the final margin, in points.
        confidence: at least 0.5, less than 1.
        """
        return lead > NORMAL.inv_cdf(confidence) * hypotenuse(error, self.lead * deviation)


NO_ERROR = ModelError()


def hypotenuse(first: float, second: float) -> float:
    """The square root of the sum of squares: independent errors add up like this."""
    return sqrt(first**2 + second**2)


def two_sided(confidence: float) -> float:
    """The two-sided normal quantile."""
    return NORMAL.inv_cdf(0.5 + confidence / 2)
