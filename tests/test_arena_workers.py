"""Worker processes: their number changes no result, and the death of a worker costs at most one game."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from arena_play import GREEDY_RANDOM, changed, facts, here, in_processes, timeless
from test_arena_store import children, program

from kiebitz.arena.plan import ArenaError, Plan
from kiebitz.arena.pool import Batches, LocalPool
from kiebitz.arena.run import run_arena


@pytest.mark.parametrize(
    ("plan", "games"),
    [
        (GREEDY_RANDOM, 300),
        (changed(GREEDY_RANDOM, players=3), 90),
        (Plan("kwatro", ("greedy", "misbehaving:Curious", "random"), seed=3), 60),
        (Plan("kwatro", ("misbehaving:Raises", "greedy")), 6),
    ],
    ids=["quick", "three at a table", "three solvers", "errors"],
)
def test_results_do_not_depend_on_the_number_of_workers(tmp_path, plan, games):
    expected = here(plan, tmp_path / "here.db", games).json_report
    for workers in (1, 2):
        path = tmp_path / f"{workers}.db"
        assert timeless(in_processes(plan, path, games, workers).json_report) == timeless(expected)
        assert facts(path, plan) == facts(tmp_path / "here.db", plan)


def test_a_sequential_test_ends_at_the_same_unit_for_any_number_of_workers(tmp_path):
    results = [
        in_processes(GREEDY_RANDOM, tmp_path / f"{workers}.db", 2000, workers, sprt=(0.0, 30.0)).json_report
        for workers in (1, 2)
    ]
    assert results[0]["sprt"] == results[1]["sprt"]
    assert results[0]["sprt"]["verdict"] == "high"
    assert results[0]["pairs"] == results[0]["sprt"]["units"] == results[1]["pairs"] < 1000


def test_a_solver_that_hangs_is_ended_and_loses_its_games(tmp_path):
    plan = Plan("kwatro", ("misbehaving:Hangs", "greedy"), move_limit=0.3)
    report = in_processes(plan, tmp_path / "a.db", 2, 1).json_report
    assert report["errors"] == 2
    assert report["table"][0]["win"] == 1
    assert report["table"][0]["margin"] is None
    assert all(row["reason"].startswith("over time: ") for row in report["reasons"])


def test_a_solver_that_crashes_its_process_loses_its_games_and_the_others_are_played(tmp_path):
    plan = Plan("kwatro", ("misbehaving:Crashes", "greedy", "random"))
    report = in_processes(plan, tmp_path / "a.db", 6, 2).json_report
    assert report["errors"] == 4
    assert [row["errors"] for row in report["table"] if "Crashes" in row["solver"]] == [4]
    assert {row["reason"] for row in report["reasons"]} == {"its process died with status 7"}


def test_a_worker_killed_from_outside_costs_nobody_a_game(tmp_path):
    plan = Plan("kwatro", ("misbehaving:Curious", "random"), seed=1)
    expected = here(plan, tmp_path / "here.db", 200).json_report
    pool = LocalPool(plan, 2)
    victims = [worker.process for worker in pool.workers]

    class Killing:
        """Kills both first processes after the first results."""

        def play(self, units):
            for records in pool.play(units):
                for victim in victims:
                    victim.kill()
                yield records

        def close(self):
            pool.close()

    report = run_arena(plan, tmp_path / "a.db", 200, Killing).json_report
    assert report["errors"] == 0
    assert timeless(report) == timeless(expected)


def test_processes_that_keep_dying_without_a_solver_at_fault_end_the_arena(tmp_path, monkeypatch):
    monkeypatch.setattr("kiebitz.arena.process.START", "import os; os._exit(3)")
    with pytest.raises(ArenaError, match=r"3 workers ended over units 0 to 0; .* died with status 3"):
        in_processes(GREEDY_RANDOM, tmp_path / "a.db", 8, 1)


def test_the_output_of_a_solver_is_no_part_of_the_answer(tmp_path):
    process = program(
        "arena", "--solvers", "misbehaving:Talk,greedy", "--games", "4", "--db", tmp_path / "a.db", "--json"
    )
    stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == 0
    assert json.loads(stdout)["errors"] == 0
    assert b"I play" in stderr


def test_a_folder_that_happens_to_be_named_kiebitz_changes_nothing(tmp_path):
    (tmp_path / "kiebitz").mkdir()
    (tmp_path / "kiebitz" / "__init__.py").write_text("raise ImportError('the wrong one')\n")
    command = f"from kiebitz.cli.main import main; import os; os.chdir('{tmp_path}'); main()"
    options = ["arena", "--solvers", "greedy,random", "--games", "4"]
    result = subprocess.run([sys.executable, "-P", "-c", command, *options], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def test_ctrl_c_ends_cleanly_keeps_finished_units_and_leaves_no_process(tmp_path):
    path = tmp_path / "a.db"
    command = ("arena", "--solvers", "greedy,random", "--seed", "5", "--games", 10**6, "--workers", 2, "--db", path)
    with program(*command, start_new_session=True) as process:
        while not (path.exists() and path.with_name("a.db-wal").exists() and children(process.pid)):
            time.sleep(0.05)
        time.sleep(2)
        workers = children(process.pid)
        os.killpg(process.pid, signal.SIGINT)
        stdout, stderr = process.communicate(timeout=30)
    assert process.returncode == 130
    assert stdout == b""
    assert stderr.decode() == f"stopped; finished units are kept in {path}, and the same command continues the match\n"
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)
    assert facts(path, GREEDY_RANDOM)


def test_batches_grow_with_speed_and_shrink_near_the_end():
    batches = Batches(range(1000), workers=2)
    assert batches.next().units == (0,)
    for _ in range(10):
        batches.took(1, 0.001)
    assert len(batches.next().units) == 200
    sizes = []
    while batches:
        sizes.append(len(batches.next().units))
    assert sum(sizes) == 799
    assert sizes[-1] == 1
    batches.took(1, 100.0)
    assert batches.size == 1
