"""A process in which solvers run, apart from the arena. It ends together with everything that it has started."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from kiebitz.arena.heartbeat import Heartbeat
from kiebitz.arena.mailbox import Mailbox

# It imports from the same path as the arena. Else a folder named kiebitz in the current folder would come first.
START = """
import sys
sys.path[:] = sys.argv[3:]
from kiebitz.arena.serve import serve
serve(sys.argv[1], int(sys.argv[2]))
"""


class SolverProcess:
    """The arena's side of the process. The process ends if it is closed or if the arena ends.

    plan: the plan of the arena, the first message to the process.

    Attributes:

    process: the process. It leads a process group of its own, so Ctrl-C reaches only the arena.
    heartbeat: the decision that a solver is making there.
    """

    def __init__(self, plan: object) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="kiebitz-"))
        self.heartbeat = Heartbeat(self.folder / "heartbeat")
        self.outgoing = Mailbox(self.folder, "question")
        self.incoming = Mailbox(self.folder, "answer")
        self.closed = False
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, str(self.folder), str(os.getpid()), *sys.path],
            stdin=subprocess.DEVNULL,
            stdout=2,  # the output of a solver must not mix with the arena's own answer
            start_new_session=True,
        )
        self.outgoing.put(plan)

    def take(self) -> Any:
        """The next answer; None if there is none."""
        return self.incoming.take()

    def died(self) -> bool:
        """Whether the process has ended without being closed."""
        return self.process.poll() is not None

    def close(self) -> None:
        """Ends the process and all processes of its group."""
        if self.closed:
            return
        self.closed = True
        with suppress(ProcessLookupError, PermissionError):  # macOS: a group of zombies gives no permission
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.heartbeat.close()
        shutil.rmtree(self.folder, ignore_errors=True)
