"""Plants small faults, one at a time, and says which of them the tests notice: `python -m tools.mutants`.

The tree must be built (`make hint`). Each fault of `faults.toml` is planted in a copy of the tree. Modules that depend
on the file are built again, and the tests that should notice the fault run. Before the first fault, the same tests run
on the unchanged tree, where they must pass. Verdicts are kept in build/mutants-kept. As long as no source has changed,
the same command continues after the last verdict.

Exit status:

0  all faults were caught
1  a fault survived
2  a fault cannot be planted
"""

import sys
from pathlib import Path
from typing import Annotated

from typer import Argument, Exit, Option

from kiebitz.benchmarks.command_line import run
from tools.mutants.faults import DATA, Clean, FaultError, PlantedFault, read
from tools.mutants.trial import Verdict, tried
from tools.mutants.verdict_file import VerdictFile

ROOT = Path(__file__).parents[2]


def row(verdict: Verdict) -> str:
    """The line of a verdict."""
    said = f"caught by {verdict.by}" if verdict.caught else "SURVIVED"
    return f"{verdict.fault:44} {verdict.seconds:6.0f} s  {said}"


def sample(tree: Path, faults: list[PlantedFault], whole: bool, trusted: bool) -> list[Verdict]:
    """The verdict on every fault, in order. Progress goes to standard error.

    tree: root of the built tree.
    whole: whether to run the whole suite on faults that survive their tests.
    trusted: whether the tests are known to pass without a fault.

    Raises FaultError if a fault cannot be planted, or if a test fails without a fault.
    """
    for fault in faults:
        fault.planted(tree)  # a wrong text is reported before the first test runs
    room = tree / "build" / "mutants-room"
    room.mkdir(parents=True, exist_ok=True)
    kept = VerdictFile(tree / "build" / "mutants-kept", tree)
    clean = Clean(tuple(dict.fromkeys(test for fault in faults for test in fault.tests)))
    verdicts = []
    planned: list[PlantedFault | Clean] = [*faults] if trusted else [clean, *faults]
    for number, planted in enumerate(planned, trusted):
        verdict = kept.find(planted)
        if verdict is None:
            print(f"{number}/{len(faults)} {planted.name}", file=sys.stderr, flush=True)
            verdict = tried(tree, room, planted, whole and planted is not clean)
            kept.add(planted, verdict)
        if planted is clean and verdict.caught:
            raise FaultError(f"the tests do not pass without a fault: {verdict.by}")
        verdicts.append(verdict)
    return verdicts[-len(faults) :]


Names = Annotated[list[str] | None, Argument(metavar="NAME", help="Names of the faults to plant. Default: all.")]
DataFile = Annotated[Path, Option("--faults", metavar="FILE", help="Data file with the faults.")]
Tree = Annotated[Path, Option("--tree", metavar="DIR", help="Root of the built tree.")]
Whole = Annotated[bool, Option("--whole", help="Run the whole suite on faults that survive their tests.")]
Trusted = Annotated[bool, Option("--trusted", help="Do not run the tests without a fault: they are known to pass.")]


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
