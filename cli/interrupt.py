"""Ctrl-C for computations that run inside the engine."""

import threading
from collections.abc import Callable
from typing import Any, TypeVar

Result = TypeVar("Result")


def interruptible(compute: Callable[..., Result], *args: Any) -> Result:
    """Returns compute(*args), run on a thread of its own.

    The engine does not look for signals; the main thread does while it waits, so Ctrl-C ends the program at once and
    the abandoned thread dies with it.
    """
    results: list[Result] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            results.append(compute(*args))
        except BaseException as error:  # handed to the caller below, whatever it is
            errors.append(error)

    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    worker.join()
    if errors:
        raise errors[0]
    return results[0]
