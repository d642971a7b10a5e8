"""Ctrl-C while the command line still loads ends it without a traceback, from the import of this module on."""

import os
import signal
import sys
import threading
from types import FrameType

INTERRUPTED = 130  # 128 + SIGINT, as shells report it
# The name of the installed command, and what Python shows while `python -m` imports the package.
COMMANDS = ("kiebitz", "-m")


def begin_quiet_start() -> None:
    """Lets Ctrl-C end the program at once if it is the command line. Other programs keep their handler."""
    name = os.path.basename(sys.argv[0]) if getattr(sys, "argv", None) else ""
    main_thread = threading.current_thread() is threading.main_thread()
    if name in COMMANDS and main_thread and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, stop)


def end_quiet_start() -> None:
    """Lets Ctrl-C raise KeyboardInterrupt again, once there is code that handles it."""
    if signal.getsignal(signal.SIGINT) is stop:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def stop(number: int, frame: FrameType | None) -> None:
    """Ends the program. Nothing has been computed or written yet."""
    os._exit(INTERRUPTED)


begin_quiet_start()
