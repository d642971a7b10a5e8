"""Rates beside the times: units per second of every benchmark, printed when all are done."""

import pytest

RATES = pytest.StashKey()


def pytest_configure(config):
    config.stash[RATES] = []


@pytest.fixture
def measure(benchmark, request):
    """measure(work, unit, units=None) times work() and returns what it returns.

    units: how many one call does; by default the first item of what work returns.
    """

    def run(work, unit, units=None, rounds=9):
        result = benchmark.pedantic(work, rounds=rounds, warmup_rounds=1)
        if benchmark.stats:  # none if benchmarks are switched off and only results are checked
            rate = (result[0] if units is None else units) / benchmark.stats.stats.median
            benchmark.extra_info[f"{unit}_per_s"] = rate
            request.config.stash[RATES].append((request.node.name, unit, rate))
        return result

    return run


def pytest_terminal_summary(terminalreporter, config):
    if config.stash[RATES]:
        terminalreporter.section("rates, from medians")
    for name, unit, rate in config.stash[RATES]:
        terminalreporter.write_line(f"{name:70} {rate:>14,.1f} {unit}/s")
