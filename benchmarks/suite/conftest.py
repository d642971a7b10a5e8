"""Rates of the benchmarks in units per second, printed at the end."""

from collections.abc import Callable
from typing import Any

import pytest

RATES = pytest.StashKey[list[tuple[str, str, float]]]()


def pytest_configure(config: pytest.Config) -> None:
    """Makes room for the rates."""
    config.stash[RATES] = []


@pytest.fixture
def measure(benchmark: Any, request: pytest.FixtureRequest) -> Callable[..., Any]:
    """measure(work, unit, units=None) times work() and returns its result.

    units: done by one call; None: the first item of the result.
    """

    def run(work: Callable[[], Any], unit: str, units: float | None = None, rounds: int = 9) -> Any:
        result = benchmark.pedantic(work, rounds=rounds, warmup_rounds=1)
        if benchmark.stats:  # none if benchmarks are switched off and only results are checked
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
