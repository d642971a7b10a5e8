"""Rates of the benchmarks in units per second, printed at the end."""

from collections.abc import Callable
from typing import Any

import pytest

RATES = pytest.StashKey[list[tuple[str, str, float]]]()


def pytest_configure(config: pytest.Config) -> None:
    """Prepares the list of rates."""
    config.stash[RATES] = []


@pytest.fixture
def measure(benchmark: Any, request: pytest.FixtureRequest) -> Callable[..., Any]:
    """The function measure(work, unit, units=None, rounds=9), which times work() and returns its result.

    unit: the name of a unit of work, for the output.
    units: the number of units of one call; None for the first item of the result.
    rounds: the number of timed calls.
    """

    def run(work: Callable[[], Any], unit: str, units: float | None = None, rounds: int = 9) -> Any:
        result = benchmark.pedantic(work, rounds=rounds, warmup_rounds=1)
        if benchmark.stats:  # there are none if only results are checked
            rate = (result[0] if units is None else units) / benchmark.stats.stats.median
            benchmark.extra_info[f"{unit}_per_s"] = rate
            request.config.stash[RATES].append((request.node.name, unit, rate))
        return result

    return run


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Prints the rates."""
    if config.stash[RATES]:
        terminalreporter.section("rates, from medians")
    for name, unit, rate in config.stash[RATES]:
        terminalreporter.write_line(f"{name:70} {rate:>14,.1f} {unit}/s")
