"""Plants small faults, one at a time, and says which of them the tests notice: `python -m tools.mutants`.

The tree must be built (`make hint`). Each fault of `faults.toml` is planted in a copy of the tree; what depends on the
file is built again, and the tests that should notice the fault are run. The same tests are first run on the tree as it
is, where they must pass. Verdicts are kept in build/mutants-kept: the same command goes on where an earlier one ended,
as long as no source has changed.

Exit status: 0 all faults were caught, 1 some survived, 2 a fault cannot be planted.
"""

import sys
from pathlib import Path
from typing import Annotated

from typer import Argument, Exit, Option

from kiebitz.benchmarks.command_line import run
from tools.mutants.faults import DATA, Clean, Fault, FaultError, read
from tools.mutants.kept import Kept
from tools.mutants.trial import Verdict, tried

ROOT = Path(__file__).parents[2]


def row(verdict: Verdict) -> str:
    said = f"caught by {verdict.by}" if verdict.caught else "SURVIVED"
    return f"{verdict.fault:44} {verdict.seconds:6.0f} s  {said}"


def sample(tree: Path, faults: list[Fault], whole: bool, trusted: bool) -> list[Verdict]:
    """The verdict on every fault, in order; progress on standard error.

    whole: run the whole suite on survivors. trusted: the tests are known to pass without a fault.
    """
    for fault in faults:
        fault.planted(tree)  # a wrong text is found before the first of many tests
    room = tree / "build" / "mutants-room"
    room.mkdir(parents=True, exist_ok=True)
    kept = Kept(tree / "build" / "mutants-kept", tree)
    clean = Clean(tuple(dict.fromkeys(test for fault in faults for test in fault.tests)))
    verdicts = []
    for number, fault in enumerate(faults if trusted else [clean, *faults], trusted):
        verdict = kept.find(fault)
        if verdict is None:
            print(f"{number}/{len(faults)} {fault.name}", file=sys.stderr, flush=True)
            verdict = tried(tree, room, fault, whole and fault is not clean)
            kept.add(fault, verdict)
        if fault is clean and verdict.caught:
            raise FaultError(f"the tests do not pass without a fault: {verdict.by}")
        verdicts.append(verdict)
    return verdicts[-len(faults) :]


Names = Annotated[list[str] | None, Argument(metavar="NAME", help="Faults to plant. Default: all.")]
DataFile = Annotated[Path, Option("--faults", metavar="FILE", help="Data file of faults.")]
Tree = Annotated[Path, Option("--tree", metavar="DIR", help="Root of the built tree.")]
Whole = Annotated[bool, Option("--whole", help="Run the whole suite on faults that survive their tests.")]
Trusted = Annotated[bool, Option("--trusted", help="The tests are known to pass without a fault: do not run them.")]


def mutants(
    names: Names = None, data: DataFile = DATA, tree: Tree = ROOT, whole: Whole = False, trusted: Trusted = False
) -> None:
    """Plants small faults, one at a time, and prints which of them the tests notice."""
    faults = read(data)
    if unknown := set(names or ()) - {fault.name for fault in faults}:
        raise FaultError(f"no fault {', '.join(sorted(unknown))}; right would be a name of {data}")
    chosen = [fault for fault in faults if not names or fault.name in names]
    verdicts = sample(tree.resolve(), chosen, whole, trusted)
    for verdict in verdicts:
        print(row(verdict))
    caught = sum(verdict.caught for verdict in verdicts)
    print(f"{caught} of {len(verdicts)} faults caught")
    raise Exit(int(caught < len(verdicts)))


def main(arguments: list[str] | None = None) -> int:
    """Runs the program and returns its exit status."""
    return run("tools.mutants", mutants, arguments)


if __name__ == "__main__":
    sys.exit(main())
