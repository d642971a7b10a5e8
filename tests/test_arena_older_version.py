"""Files of version 0.1 go on in this version: its store is resumed, and the report has the same keys and values.

`tests/data/arena_0.1.json` names the command that made both files.
"""

import json
import shutil
from pathlib import Path

import pytest
from arena_play import here, timeless

from kiebitz.arena.plan import Plan
from kiebitz.cli.output import plain

DATA = Path(__file__).parent / "data"
REPORT = json.loads((DATA / "arena_0.1.json").read_text())
PLAN = Plan("qwinto", ("greedy", "rollout:worlds=2"), seed=7, luck=1, aim="margin")
ASKED = ("source", "command", "aim", "parameters")  # all else is a result or part of the plan
JUDGED = ("learned", "luck_adjusted")  # the learned values of today judge the luck


@pytest.fixture
def store(tmp_path):
    """A copy of the store."""
    return shutil.copy(DATA / "arena_0.1.sqlite", tmp_path / "arena.db")


def test_units_kept_by_version_0_1_are_read_without_playing_anything(store):
    report = here(PLAN, store, 6).json_report
    assert (report["pairs"], report["games"], report["deals"]) == (3, 6, {"units": 3, "distinct": 3})


def test_an_arena_begun_by_version_0_1_ends_with_the_report_of_version_0_1(store):
    report = plain(timeless(here(PLAN, store, 10).json_report))
    expected = {key: value for key, value in timeless(REPORT).items() if key not in ASKED + JUDGED}
    assert {key: report[key] for key in expected} == expected
    for row, kept in zip(report["luck_adjusted"]["table"], REPORT["luck_adjusted"]["table"], strict=True):
        raw = [key for key in kept if key == "solver" or key.startswith("raw_")]
        assert raw
        assert [row[key] for key in raw] == [kept[key] for key in raw]
    assert [*report["releases"].values()] == [3, 2]
