"""Units on a Dask cluster: a local cluster, and a cluster of separate processes of which one is killed."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from arena_play import GREEDY_RANDOM, changed, facts, here, timeless
from command import run, run_process

from kiebitz.arena.cluster import ClusterPool
from kiebitz.arena.plan import ArenaError, Plan
from kiebitz.arena.run import run_arena

distributed = pytest.importorskip("distributed")
PLANS = [(GREEDY_RANDOM, 300), (Plan("kwatro", ("misbehaving:Crashes", "greedy")), 4)]


def on_cluster(plan, path, games, address):
    return run_arena(plan, path, games, lambda: ClusterPool(plan, address))


@pytest.fixture(scope="module")
def local_cluster():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None, silence_logs=50
    ) as cluster:
        yield cluster.scheduler_address


@pytest.mark.parametrize(("plan", "games"), PLANS, ids=["quick", "crashes"])
def test_a_dask_cluster_gives_the_results_of_this_process(tmp_path, local_cluster, plan, games):
    if "misbehaving:Crashes" in plan.solvers:
        report = on_cluster(plan, tmp_path / "a.db", games, local_cluster).json_report
        assert report["errors"] == games
        return
    expected = here(plan, tmp_path / "here.db", games).json_report
    assert timeless(on_cluster(plan, tmp_path / "dask.db", games, local_cluster).json_report) == timeless(expected)
    assert facts(tmp_path / "dask.db", plan) == facts(tmp_path / "here.db", plan)


def test_the_command_plays_on_a_cluster(tmp_path, local_cluster):
    options = ("--solvers", "greedy,random", "--seed", "5", "--games", "20", "--json")
    result = run("arena", *options, "--db", tmp_path / "a.db", "--dask", local_cluster)
    assert result.exit_code == 0, result.stderr
    expected = here(GREEDY_RANDOM, tmp_path / "here.db", 20).json_report
    assert json.loads(result.stdout)["table"][0]["win"] == pytest.approx(expected["table"][0]["win"])


def test_no_scheduler_is_a_clear_error(tmp_path, monkeypatch):
    monkeypatch.setattr("kiebitz.arena.cluster.PATIENCE", 0.5)
    with pytest.raises(ArenaError, match="no scheduler answers there"):
        on_cluster(GREEDY_RANDOM, tmp_path / "a.db", 2, "tcp://127.0.0.1:9")


def test_an_address_that_is_none_is_refused_at_once_with_one_message(tmp_path):
    start = time.monotonic()
    status, _, stderr = run_process(
        "arena", "--solvers", "greedy,random", "--games", 2, "--db", tmp_path / "a.db", "--dask", "bad://x:1"
    )
    assert status == 2
    assert len(stderr.splitlines()) == 1, stderr
    assert "unknown address scheme 'bad'" in stderr
    assert time.monotonic() - start < 30  # as long as Dask would wait for a client that never was


def test_a_cluster_with_another_version_is_refused(tmp_path, local_cluster, monkeypatch):
    monkeypatch.setattr("kiebitz.arena.cluster.installed_version", lambda: "99.0")
    with pytest.raises(ArenaError, match=r"has kiebitz 99\.0"):
        on_cluster(GREEDY_RANDOM, tmp_path / "a.db", 2, local_cluster)


def test_a_dask_worker_that_cannot_make_a_solver_ends_the_run_and_is_named(tmp_path, monkeypatch):
    (tmp_path / "only_here.py").write_text("from kiebitz.solvers.baselines import Greedy as Bot\n")
    monkeypatch.syspath_prepend(tmp_path)
    plan = Plan("kwatro", ("only_here:Bot", "greedy"))
    named = r"--dask: worker tcp://.*: solver only_here:Bot: .*cannot be imported"
    with separate_cluster(tmp_path, 1) as (address, _), pytest.raises(ArenaError, match=named):
        on_cluster(plan, tmp_path / "a.db", 4, address)
    assert facts(tmp_path / "a.db", plan) == []


@contextmanager
def dask(*arguments):
    """A Dask program as a process group of its own."""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    command = [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "start_new_session": True}
    process = subprocess.Popen(command, env=environment, **quiet)
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@contextmanager
def separate_cluster(tmp_path, workers):
    """The scheduler's address and the processes of the workers."""
    file = tmp_path / "scheduler.json"
    with ExitStack() as stack:
        options = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
        stack.enter_context(dask("scheduler", *options))
        deadline = time.monotonic() + 60
        while not file.exists() and time.monotonic() < deadline:
            time.sleep(0.1)
        options = ("--scheduler-file", str(file), "--nthreads", "1", "--no-nanny", "--no-dashboard")
        processes = [stack.enter_context(dask("worker", *options)) for _ in range(workers)]
        with distributed.Client(scheduler_file=str(file), set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=60)
            address = client.scheduler.address
        yield address, processes


def test_a_dask_worker_killed_in_mid_run_costs_nothing(tmp_path):
    plan = changed(GREEDY_RANDOM, seed=8)
    expected = here(plan, tmp_path / "here.db", 1500).json_report
    with separate_cluster(tmp_path, 2) as (address, processes):
        pool = ClusterPool(plan, address)

        class Killing:
            """Kills a worker of the cluster after the first results."""

            def play(self, units):
                for records in pool.play(units):
                    if processes[0].poll() is None:
                        os.killpg(processes[0].pid, signal.SIGKILL)
                    yield records

            def close(self):
                pool.close()

        report = run_arena(plan, tmp_path / "dask.db", 1500, Killing).json_report
        assert processes[0].wait(timeout=10) == -signal.SIGKILL
    assert timeless(report) == timeless(expected)
    assert facts(tmp_path / "dask.db", plan) == facts(tmp_path / "here.db", plan)


def test_a_lost_cluster_is_a_clear_error_and_finished_units_are_kept(tmp_path):
    with separate_cluster(tmp_path, 1) as (address, processes):
        pool = ClusterPool(GREEDY_RANDOM, address)

        class Ending:
            """Ends the whole cluster after the first results."""

            def play(self, units):
                for records in pool.play(units):
                    for pid in (*(process.pid for process in processes), scheduler_of(address)):
                        os.kill(pid, signal.SIGKILL)
                    yield records

            def close(self):
                pool.close()

        def scheduler_of(address):
            with distributed.Client(address, set_as_default=False) as client:
                return client.run_on_scheduler(os.getpid)

        with pytest.raises(ArenaError, match="the cluster was lost"):
            run_arena(GREEDY_RANDOM, tmp_path / "a.db", 10**6, Ending)
    assert facts(tmp_path / "a.db", GREEDY_RANDOM)
