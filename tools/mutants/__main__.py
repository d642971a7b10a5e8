"""Plants small faults, one at a time, and says which of them the tests notice: `python -m tools.mutants`.

The tree must be built (`make hint`). Each fault of `faults.toml` is planted in a copy of the tree; what depends on the
file is built again, and the tests that should notice the fault are run. The same tests are first run on the tree as it
is, where they must pass. Verdicts are kept in build/mutants-kept: the same command goes on where an earlier one ended,
as long as no source has changed.

Exit status: 0 all faults were caught, 1 some survived, 2 a fault cannot be planted.
"""

import sys
from pathlib import Path

from kiebitz.benchmarks.command_line import Parser
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


def main(arguments: list[str] | None = None) -> int:
    parser = Parser("tools.mutants", __doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="faults to plant (default: all)")
    parser.add_argument("--faults", type=Path, default=DATA, metavar="FILE", help="data file (default: %(default)s)")
    parser.add_argument("--tree", type=Path, default=ROOT, help="root of the built tree (default: this one)")
    parser.add_argument("--whole", action="store_true", help="run the whole suite on faults that survive their tests")
    parser.add_argument("--trusted", action="store_true", help="the tests are known to pass: do not run them first")
    asked = parser.parse_args(arguments)
    try:
        faults = read(asked.faults)
        if unknown := set(asked.names) - {fault.name for fault in faults}:
            parser.error(f"no fault {', '.join(sorted(unknown))}; right would be a name of {asked.faults}")
        chosen = [fault for fault in faults if not asked.names or fault.name in asked.names]
        verdicts = sample(asked.tree.resolve(), chosen, asked.whole, asked.trusted)
    except FaultError as error:
        parser.error(str(error))
    for verdict in verdicts:
        print(row(verdict))
    caught = sum(verdict.caught for verdict in verdicts)
    print(f"{caught} of {len(verdicts)} faults caught")
    return int(caught < len(verdicts))


if __name__ == "__main__":
    sys.exit(main())
