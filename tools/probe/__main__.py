"""Runs a probe: `python -m tools.probe NAME ...`. Without a name it lists the probes."""

import sys
from collections.abc import Sequence

from kiebitz.benchmarks.command_line import run
from tools.probe.endings import endings
from tools.probe.growth import growth
from tools.probe.luck_ratio import luck_ratio
from tools.probe.overhead import overhead
from tools.probe.scaling import scaling
from tools.probe.threads import threads

PROBES = {probe.__name__: probe for probe in (endings, growth, luck_ratio, overhead, scaling, threads)}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the probe that the arguments name, and returns its exit status."""
    return run("tools.probe", PROBES, arguments)


if __name__ == "__main__":
    sys.exit(main())
