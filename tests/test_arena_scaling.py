"""The simulation of many workers is right in the two limits that need no simulation."""

import pytest
from command import run

from tools.probe.__main__ import main
from tools.probe.scaling import WORKERS, Costs, simulated


@pytest.mark.parametrize("workers", WORKERS)
def test_workers_with_long_thinking_times_scale_linearly(workers):
    assert simulated(Costs(play=1.0, keep=1e-5), workers, units=6400) == pytest.approx(workers, rel=0.02)


def test_with_many_workers_the_keeping_of_units_is_the_limit():
    rates = [simulated(Costs(play=4e-4, keep=1e-4), workers) for workers in WORKERS]
    assert rates == sorted(rates)
    assert rates[-1] == pytest.approx(1e4, rel=0.1)


def test_costs_are_measured_and_played_through(capsys):
    assert main(["scaling", "greedy,greedy", "kwatro", "40"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("greedy,greedy: a unit takes ")
    assert len(lines) == 1 + len(WORKERS)


def test_help_names_every_published_option():
    text = run("arena", "--help").stdout
    for option in (
        "game",
        "solvers",
        "games",
        "seed",
        "db",
        "workers",
        "dask",
        "sprt",
        "report",
        "players",
        "rules",
        "json",
    ):
        assert f"--{option}" in text
