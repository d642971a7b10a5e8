"""The probe of the arena's overhead: both sides play the same games, and ratios are taken within rounds."""

from tools.probe import overhead
from tools.probe.__main__ import main


def test_engine_and_arena_are_timed_in_turn_and_compared(capsys):
    assert main(["overhead", "quanto", "--games", "20", "--workers", "1", "--rounds", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(",")[0].split("  ")[0] for line in lines] == ["engine", "arena", "arena / engine"]
    assert all(float(line.split()[-2].replace(",", "")) > 0 for line in lines[:2])


def test_every_second_round_begins_with_the_arena(monkeypatch):
    asked = []
    monkeypatch.setattr(overhead, "engine_rate", lambda *_: asked.append("engine") or 2.0)
    monkeypatch.setattr(overhead, "arena_rate", lambda *_: asked.append("arena") or 1.0)
    assert overhead.measured("kwatro", 2, 1, 2) == [(2.0, 1.0), (2.0, 1.0)]
    assert asked == ["engine", "arena", "arena", "engine"]
