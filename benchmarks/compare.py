"""The gate against regressions: two installed versions of kiebitz are measured in turn, A B B A.

    python -m kiebitz.benchmarks.compare --old PYTHON --new PYTHON

The PYTHONs are the interpreters of two environments with kiebitz installed. Both run this version's `measures.py`, one
at a time. A slow minute of the machine hits both, and every few rounds fresh processes are started, so that neither
keeps a lucky place in memory. Exit status: 0 nothing is slower, 1 something is, 2 a version cannot be measured.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

from kiebitz.benchmarks.command_line import Parser, at_least, positive

WORKER = Path(__file__).with_name("measures.py")
NOISE = 0.97  # slower means: the whole interval of new / old lies below this
CONFIDENCE = 0.95
RESAMPLES = 4000
ROUNDS_A_PROCESS = 4


class Comparison(NamedTuple):
    """How many times faster the new version is, with the bootstrap interval; same: whether both did the same."""

    ratio: float
    low: float
    high: float
    same: bool = True

    @property
    def slower(self):
        return self.high < NOISE

    @property
    def faster(self):
        return self.low > 1 / NOISE


def compare(old, new, same=True):
    """The median over rounds of new / old, rates of shape (rounds,) each, and its bootstrap interval.

    The ratio is taken within a round: on a machine that others use too, the two medians taken apart vary about twice
    as much, since a busy minute hits both versions of a round but not all rounds.
    """
    ratios = np.asarray(new, dtype=float) / np.asarray(old, dtype=float)
    drawn = np.random.default_rng(0).integers(len(ratios), size=(RESAMPLES, len(ratios)))
    low, high = np.quantile(np.median(ratios[drawn], axis=1), [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return Comparison(float(np.median(ratios)), float(low), float(high), same)


def exit_status(comparisons):
    """1 if any measure is slower by more than the noise, else 0."""
    return int(any(comparison.slower for comparison in comparisons.values()))


class Worker:
    """A process of one of the versions, idle until it is asked."""

    def __init__(self, python):
        # Isolated: the version installed there is measured, not the tree this is started from.
        command = [python, "-I", str(WORKER)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.names = self.answer()

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise ChildProcessError(f"{self.process.args[0]} ended while it was measured; is kiebitz installed there?")
        return json.loads(line)

    def measure(self, name, seconds):
        """[rate, [units, result]], or None if this version lacks what the work needs."""
        print(json.dumps([name, seconds]), file=self.process.stdin, flush=True)
        return self.answer()

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def turns(number):
    """Who is measured when in a round: a steady drift of the machine hits both alike."""
    return (0, 1, 1, 0) if number % 2 == 0 else (1, 0, 0, 1)


def pooled(answers, version):
    """[rate, [units, result]] of one version from its answers (version, answer) of a round."""
    mine = [answer for which, answer in answers if which == version]
    return [float(np.mean([rate for rate, _ in mine])), mine[0][1]]


def measured_pairs(pythons, rounds, seconds):
    """For each measure both versions have: the pairs of answers (old, new), one a round."""
    pairs = {}
    for first in range(0, rounds, ROUNDS_A_PROCESS):
        workers = [Worker(python) for python in pythons]
        common = [name for name in workers[1].names if name in workers[0].names]
        for number in range(first, min(first + ROUNDS_A_PROCESS, rounds)):
            for name in common:
                answers = [(which, workers[which].measure(name, seconds / 2)) for which in turns(number)]
                if all(answer for _, answer in answers):
                    pairs.setdefault(name, []).append((pooled(answers, 0), pooled(answers, 1)))
            print(f"round {number + 1} of {rounds}", file=sys.stderr, flush=True)
        for worker in workers:
            worker.close()
    return pairs


def comparison_of(pairs):
    """Old and new of one measure, compared."""
    old, new = zip(*pairs, strict=True)
    return compare([rate for rate, _ in old], [rate for rate, _ in new], same=old[0][1] == new[0][1])


def line_of(name, pairs, comparison):
    """One row of the report."""
    old, new = (np.median([pair[which][0] for pair in pairs]) for which in (0, 1))
    verdict = "SLOWER" if comparison.slower else "faster" if comparison.faster else ""
    change = "" if comparison.same else "  other results"
    ratio, low, high, _ = comparison
    return f"{name:34} {old:>13,.0f} {new:>13,.0f}  {ratio:5.3f} ({low:.3f}..{high:.3f})  {verdict}{change}".rstrip()


def main(arguments=None):
    parser = Parser("kiebitz.benchmarks.compare", __doc__)
    parser.add_argument("--old", required=True, metavar="PYTHON", help="interpreter of the version to compare with")
    parser.add_argument("--new", required=True, metavar="PYTHON", help="interpreter of the version to judge")
    parser.add_argument(
        "--rounds", type=at_least(1), default=20, help="pairs of measurements of each measure (default 20)"
    )
    parser.add_argument(
        "--seconds", type=positive, default=0.1, help="spent on each version and measure in a round (default 0.1)"
    )
    wanted = parser.parse_args(arguments)
    with parser.refusing():  # no such interpreter, or one without kiebitz
        pairs = measured_pairs((wanted.old, wanted.new), wanted.rounds, wanted.seconds)
    comparisons = {name: comparison_of(found) for name, found in pairs.items()}
    print(f"{'units per second':34} {'old':>13} {'new':>13}  new / old (interval of {CONFIDENCE:.0%})")
    for name, comparison in comparisons.items():
        print(line_of(name, pairs[name], comparison))
    return exit_status(comparisons)


if __name__ == "__main__":
    sys.exit(main())
