"""One process of libFuzzer, which fuzzes one target and ends: `fuzz(target, flags)`."""

import os
import signal
import sys
from collections.abc import Callable, Sequence
from types import FrameType

import atheris

with atheris.instrument_imports(include=["kiebitz.notation", "kiebitz.solvers", "kiebitz.arena"]):
    from tools.fuzz.targets import TARGETS

CPU_SECONDS = 1.0  # of an input
PASSED = "an input takes more than a second of processor time"


def fuzz(name: str, flags: Sequence[str]) -> None:
    """Fuzzes a target and ends the process. `flags` are those of libFuzzer, with folders of seeds."""
    # libFuzzer limits the peak of the memory, and the system counts that of whoever started the process as well. A fork
    # counts anew.
    if child := os.fork():
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    signal.signal(signal.SIGPROF, give_up)
    atheris.Setup([name, *flags], limited(TARGETS[name]))
    atheris.Fuzz()


def limited(target: Callable[[bytes], None]) -> Callable[[bytes], None]:
    """The target, which raises TimeoutError when it has used up its processor time."""

    def one_input(data: bytes) -> None:
        signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
        try:
            target(data)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    return one_input


def give_up(number: int, frame: FrameType | None) -> None:
    """Handles the signal of the timer."""
    raise TimeoutError(PASSED)
