"""Ctrl-C for computations that run inside the engine."""

import threading
from collections.abc import Callable
from typing import Any, TypeVar

Result = TypeVar("Result")


def interruptible(compute: Callable[..., Result], *args: Any) -> Result:
    """Runs compute(*args) on a thread of its own, and returns its result or raises its error.

    The engine does not look for signals. The waiting main thread does, so Ctrl-C ends the program at once, together
    with the thread.
    """
    results: list[Result] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            results.append(compute(*args))
        except BaseException as error:  # raised again below, on the caller's thread
            errors.append(error)

    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    worker.join()
    if errors:
        raise errors[0]
    return results[0]
