"""Ctrl-C for computations that run inside the engine."""

import threading


def interruptible(compute, *args):
    """Returns compute(*args), run on a thread of its own.

    The engine does not look for signals; the main thread does while it waits, so Ctrl-C ends the program at once and
    the abandoned thread dies with it.
    """
    outcome = {}

    def work():
        try:
            outcome["result"] = compute(*args)
        except BaseException as error:  # handed to the caller below, whatever it is
            outcome["error"] = error

    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    worker.join()
    if "error" in outcome:
        raise outcome["error"]
    return outcome["result"]
