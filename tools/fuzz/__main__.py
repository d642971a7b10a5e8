"""The command line of `tools.fuzz`: runs a process of libFuzzer for each target and sums up."""

import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from typer import Argument, BadParameter, Exit, Option

from kiebitz.benchmarks.command_line import Seed, run

ROOT = Path(__file__).parents[2]
CORPUS = Path(__file__).parent / "corpus"
NAMES = sorted(folder.name for folder in CORPUS.iterdir())
BESIDE = {"files": sorted((ROOT / "examples").glob("*/"))}  # more folders of seeds
MEGABYTES = 500
STUCK = 120  # seconds; only a loop in compiled code comes so far
LONGEST = 4096  # bytes of an input
SHOWN = 3000  # last characters of a failed process that are shown
FAILED = 1


def target_name(text: str) -> str:
    """The same text. Raises BadParameter if it names no target."""
    if text not in NAMES:
        raise BadParameter(f"{text!r} is no target; there are {', '.join(NAMES)}")
    return text


Targets = Annotated[
    list[str] | None, Argument(metavar="[TARGET]...", parser=target_name, help="The targets to fuzz; without any, all.")
]
Runs = Annotated[int, Option(min=0, metavar="N", help="Number of inputs for each target; 0 for no limit.")]
Time = Annotated[int, Option(min=0, metavar="S", help="Seconds for each target; 0 for no limit.")]
Grow = Annotated[Path | None, Option(metavar="FOLDER", help="Keeps the inputs that reach new code, by target.")]
Faults = Annotated[Path, Option(metavar="FOLDER", help="Where inputs that fail are kept.")]


def fuzz(
    targets: Targets = None,
    runs: Runs = 0,
    seconds: Time = 600,
    seed: Seed = 1,
    grow: Grow = None,
    faults: Faults = Path("build/fuzz"),
) -> None:
    """Fuzzes targets one after the other. Ends with status 1 if an input fails."""
    failed = False
    for target in targets or NAMES:
        flags = [f"-runs={runs or -1}", f"-max_total_time={seconds}", f"-seed={seed}"]
        ended = process(target, flags, grow, faults)
        failed |= ended.returncode != 0
        print(
            f"{target}: {inputs_of(ended.stderr):,} inputs, {'FAILED' if ended.returncode else 'no fault'}", flush=True
        )
        if ended.returncode:
            print(ended.stdout[-SHOWN:], ended.stderr[-SHOWN:], file=sys.stderr)
    if failed:
        raise Exit(FAILED)


def process(target: str, flags: list[str], grow: Path | None, faults: Path) -> subprocess.CompletedProcess[str]:
    """The ended process of one target."""
    faults.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as empty:
        grown = Path(empty) if grow is None else grow / target
        grown.mkdir(parents=True, exist_ok=True)
        flags = [
            *flags,
            f"-rss_limit_mb={MEGABYTES}",
            f"-timeout={STUCK}",
            f"-max_len={LONGEST}",
            f"-artifact_prefix={faults.resolve()}/{target}-",
            "-print_final_stats=1",
            *map(str, (grown, CORPUS / target, *BESIDE.get(target, ()))),
        ]
        code = f"from tools.fuzz.process import fuzz; fuzz({target!r}, {flags!r})"
        return subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)


def inputs_of(output: str) -> int:
    """The number of inputs that libFuzzer reports."""
    found = re.findall(r"^stat::number_of_executed_units:\s*(\d+)|^#(\d+)", output, re.MULTILINE)
    return max((int(number) for pair in found for number in pair if number), default=0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program and returns its exit status."""
    return run("tools.fuzz", fuzz, arguments)


if __name__ == "__main__":
    sys.exit(main())
