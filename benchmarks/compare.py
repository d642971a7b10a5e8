"""The gate against regressions: two installed versions of kiebitz are measured in turn, A B B A.

    python -m kiebitz.benchmarks.compare --old PYTHON --new PYTHON

Each PYTHON is the interpreter of an environment in which kiebitz is installed. Both run this version's `workloads.py`,
one at a time, so a slow minute of the machine affects both. New processes start every few rounds, so that no version
keeps a lucky place in memory.

Exit status:

0  no workload is slower
1  a workload is slower
2  a version cannot be measured
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from typer import Exit, Option

from kiebitz.benchmarks.command_line import Rounds, positive, run

WORKLOADS = Path(__file__).with_name("workloads.py")
NOISE = 0.97  # a workload is slower if the whole interval of new / old lies below this
CONFIDENCE = 0.95
RESAMPLES = 4000  # bootstrap samples of an interval
ROUNDS_A_PROCESS = 4  # rounds before new processes start


Answer = list[Any]  # [rate, [units, result]]


class Comparison(NamedTuple):
    """The speed of the new version divided by the speed of the old version.

    ratio: median over rounds.
    low, high: 95 % bootstrap interval of the ratio.
    same: whether both versions gave the same results.
    """

    ratio: float
    low: float
    high: float
    same: bool = True

    @property
    def slower(self) -> bool:
        """Whether the whole interval lies below the noise."""
        return self.high < NOISE

    @property
    def faster(self) -> bool:
        """Whether the whole interval lies above the noise."""
        return self.low > 1 / NOISE


def compare(old: ArrayLike, new: ArrayLike, same: bool = True) -> Comparison:
    """The median over rounds of new / old, with its bootstrap interval.

    old, new: units per second of each round, shape (rounds,).
    same: whether both versions gave the same results.

    The ratio is taken within each round. A busy minute of the machine affects both versions of a round, but not all
    rounds, so a ratio of two medians would vary about twice as much.
    """
    ratios = np.asarray(new, dtype=float) / np.asarray(old, dtype=float)
    drawn = np.random.default_rng(0).integers(len(ratios), size=(RESAMPLES, len(ratios)))
    low, high = np.quantile(np.median(ratios[drawn], axis=1), [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return Comparison(float(np.median(ratios)), float(low), float(high), same)


def exit_status(comparisons: dict[str, Comparison]) -> int:
    """1 if a workload is slower by more than the noise, else 0."""
    return int(any(comparison.slower for comparison in comparisons.values()))


class MeasuredVersion:
    """A process of one of the versions. It measures when it is asked.

    python: the interpreter of the version.
    """

    def __init__(self, python: str) -> None:
        # -I: the process must import the installed version, not the source tree in the current folder.
        command = [python, "-I", str(WORKLOADS)]
        self.python = python
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.requests, self.answers = self.process.stdin, self.process.stdout
        self.names: list[str] = self.answer()

    def answer(self) -> Any:
        """The next line that the process writes. Raises ChildProcessError if the process has ended."""
        line = self.answers.readline()
        if not line:
            raise ChildProcessError(f"{self.python} ended while it was measured; is kiebitz installed there?")
        return json.loads(line)

    def measure(self, name: str, seconds: float) -> Answer | None:
        """[units per second, [units, result]]; None if this version lacks a kernel of the workload.

        name: name of the workload.
        seconds: processor time of the measurement.
        """
        print(json.dumps([name, seconds]), file=self.requests, flush=True)
        answer: Answer | None = self.answer()
        return answer

    def close(self) -> None:
        """Ends the process."""
        self.requests.close()
        self.answers.close()
        self.process.wait()


def turns(number: int) -> tuple[int, int, int, int]:
    """The order in which the two versions are measured in a round. A steady drift of the machine affects both alike."""
    return (0, 1, 1, 0) if number % 2 == 0 else (1, 0, 0, 1)


def pooled(answers: list[tuple[int, Answer]], version: int) -> Answer:
    """[units per second, [units, result]] of one version in a round: the mean over its answers.

    answers: pairs of a version and its answer.
    version: 0 for the old version, 1 for the new one.
    """
    mine = [answer for which, answer in answers if which == version]
    return [float(np.mean([rate for rate, _ in mine])), mine[0][1]]


def measured_pairs(pythons: tuple[str, str], rounds: int, seconds: float) -> dict[str, list[tuple[Answer, Answer]]]:
    """For each workload that both versions have: a pair of answers (old, new) for each round."""
    pairs: dict[str, list[tuple[Answer, Answer]]] = {}
    for first in range(0, rounds, ROUNDS_A_PROCESS):
        processes = [MeasuredVersion(python) for python in pythons]
        common = [name for name in processes[1].names if name in processes[0].names]
        for number in range(first, min(first + ROUNDS_A_PROCESS, rounds)):
            for name in common:
                asked = [(which, processes[which].measure(name, seconds / 2)) for which in turns(number)]
                answers = [(which, answer) for which, answer in asked if answer is not None]
                if len(answers) == len(asked):
                    pairs.setdefault(name, []).append((pooled(answers, 0), pooled(answers, 1)))
            print(f"round {number + 1} of {rounds}", file=sys.stderr, flush=True)
        for process in processes:
            process.close()
    return pairs


def comparison_of(pairs: list[tuple[Answer, Answer]]) -> Comparison:
    """The comparison of old and new version on one workload."""
    old, new = zip(*pairs, strict=True)
    return compare([rate for rate, _ in old], [rate for rate, _ in new], same=old[0][1] == new[0][1])


def line_of(name: str, pairs: list[tuple[Answer, Answer]], comparison: Comparison) -> str:
    """One row of the report."""
    old, new = (np.median([pair[which][0] for pair in pairs]) for which in (0, 1))
    verdict = "SLOWER" if comparison.slower else "faster" if comparison.faster else ""
    change = "" if comparison.same else "  other results"
    ratio, low, high, _ = comparison
    return f"{name:34} {old:>13,.0f} {new:>13,.0f}  {ratio:5.3f} ({low:.3f}..{high:.3f})  {verdict}{change}".rstrip()


def compare_versions(
    old: Annotated[str, Option("--old", metavar="PYTHON", help="Interpreter of the version to compare with.")],
    new: Annotated[str, Option("--new", metavar="PYTHON", help="Interpreter of the version to judge.")],
    rounds: Rounds = 20,
    seconds: Annotated[
        float, Option(parser=positive, metavar="S", help="Seconds for each version and workload in a round.")
    ] = 0.1,
) -> None:
    """Compares the speed of two installed versions of kiebitz.

    The exit status is 0 if no workload is slower, 1 if a workload is slower, and 2 if a version cannot be measured.
    """
    pairs = measured_pairs((old, new), rounds, seconds)
    comparisons = {name: comparison_of(found) for name, found in pairs.items()}
    print(f"{'units per second':34} {'old':>13} {'new':>13}  new / old (interval of {CONFIDENCE:.0%})")
    for name, comparison in comparisons.items():
        print(line_of(name, pairs[name], comparison))
    raise Exit(exit_status(comparisons))


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program and returns its exit status."""
    return run("kiebitz.benchmarks.compare", compare_versions, arguments)


if __name__ == "__main__":
    sys.exit(main())
