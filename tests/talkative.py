"""A third-party solver as anybody could write one: whole-game rollouts that say on standard error when they run."""

import dataclasses
import sys

from kiebitz.solvers.rollout import Rollout


@dataclasses.dataclass(frozen=True)
class Talkative:
    """Rollouts to the end of the game, a line on standard error for each batch."""

    def advise(self, view, budget):
        return Rollout(plies=0).advise(view, dataclasses.replace(budget, progress=say))


def say(share):
    print("searching", file=sys.stderr, flush=True)
