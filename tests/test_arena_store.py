"""The file of an arena: no unit is lost or doubled, and no other process can use it."""

import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest
from arena_play import GREEDY_RANDOM, as_begun_in_format, changed, facts, here, timeless

import kiebitz
from kiebitz.arena.plan import ArenaError, Plan
from kiebitz.arena.store import Store

KEPT = ("unit", "game")
COMMAND = ("arena", "--solvers", "greedy,random", "--seed", "5", "--games")


def program(*arguments, **options):
    """`kiebitz ARGUMENTS` as a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    command = [sys.executable, "-m", "kiebitz", *map(str, arguments)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    path = tmp_path_factory.mktemp("arena") / "undisturbed.db"
    return here(GREEDY_RANDOM, path, 400).json_report, facts(path, GREEDY_RANDOM)


def test_an_arena_in_parts_equals_one_in_a_single_run(tmp_path, undisturbed):
    path = tmp_path / "parts.db"
    for games in (2, 37, 37, 250, 400):
        result = here(GREEDY_RANDOM, path, games)
    assert timeless(result.json_report) == timeless(undisturbed[0])
    assert facts(path, GREEDY_RANDOM) == undisturbed[1]


def test_with_fewer_games_than_the_file_has_only_the_first_units_count(tmp_path):
    path = tmp_path / "arena.db"
    few = here(GREEDY_RANDOM, path, 40).json_report
    here(GREEDY_RANDOM, path, 100)
    again = here(GREEDY_RANDOM, path, 40).json_report
    assert timeless(again) == timeless(few)


def killed_while_playing(path, after):
    """Plays in a child that is killed some seconds after it has kept a first unit of its own."""
    before = units_in(path)
    child = os.fork()
    if child == 0:
        # No code of the test runner may run in the child, even after an error.
        with suppress(BaseException):
            here(GREEDY_RANDOM, path, 10**6)
        os._exit(0)
    await_more_units(path, before)
    time.sleep(after)
    os.kill(child, signal.SIGKILL)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    assert units_in(path) > before


def test_a_hundred_kills_lose_and_double_nothing(tmp_path, undisturbed):
    path = tmp_path / "killed.db"
    chance = random.Random(1)
    for _ in range(100):
        killed_while_playing(path, chance.uniform(0, 0.005))
        with closing(sqlite3.connect(path)) as database:
            units, games = (database.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0] for table in KEPT)
        assert games == 2 * units
    assert_played_as_if_undisturbed(path, undisturbed)


def assert_played_as_if_undisturbed(path, undisturbed):
    """The first 400 games of a file, and their statistics, are those of an arena that was never killed."""
    report, units = undisturbed
    assert timeless(here(GREEDY_RANDOM, path, 400).json_report) == timeless(report)
    assert [record for record in facts(path, GREEDY_RANDOM) if record.unit < 200] == units


def units_in(path):
    with closing(sqlite3.connect(path)) as database, suppress(sqlite3.OperationalError):
        return database.execute("SELECT COUNT(*) FROM unit").fetchone()[0]
    return 0


def await_more_units(path, before):
    deadline = time.monotonic() + 30
    while units_in(path) == before and time.monotonic() < deadline:
        time.sleep(0.002)


def kill_the_program(path, kills):
    """Starts `kiebitz arena` with two workers and kills it after its first new unit, again and again."""
    chance = random.Random(2)
    for _ in range(kills):
        before = units_in(path)
        with program(*COMMAND, 100_000, "--db", path, "--workers", 2) as process:
            await_more_units(path, before)
            time.sleep(chance.uniform(0, 0.1))
            process.kill()
        assert units_in(path) > before


@pytest.mark.parametrize("kills", [10, pytest.param(100, marks=pytest.mark.slow)])
def test_killing_the_program_with_its_workers_at_play_loses_and_doubles_nothing(tmp_path, undisturbed, kills):
    kill_the_program(tmp_path / "killed.db", kills)
    assert_played_as_if_undisturbed(tmp_path / "killed.db", undisturbed)


def test_a_killed_arena_leaves_no_worker_and_no_folder_behind(tmp_path, monkeypatch):
    folders = tmp_path / "folders"
    folders.mkdir()
    monkeypatch.setenv("TMPDIR", str(folders))
    with program(*COMMAND, 10**6, "--db", tmp_path / "a.db", "--workers", 2) as process:
        while not (workers := children(process.pid)):
            time.sleep(0.05)
        time.sleep(1)
        process.kill()
    deadline = time.monotonic() + 20
    while any(alive(worker) for worker in workers) or any(folders.iterdir()):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def children(process):
    with suppress(OSError):
        return [int(word) for word in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    return []


def alive(process):
    """Whether a process runs. A zombie does not run."""
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 6}, "seed = 5, not 6"),
        ({"solvers": ("greedy", "greedy")}, "solvers"),
        ({"players": 3}, "players = 2, not 3"),
        ({"rules": {"recycle": "off"}}, "rules"),
        ({"worlds": 10}, "worlds = null, not 10"),
    ],
)
def test_another_configuration_on_the_same_file_is_refused(tmp_path, change, message):
    path = tmp_path / "arena.db"
    here(GREEDY_RANDOM, path, 4)
    with pytest.raises(ArenaError, match=message):
        here(changed(GREEDY_RANDOM, **change), path, 4)


def test_a_sequential_test_planned_after_the_results_is_refused(tmp_path):
    here(GREEDY_RANDOM, tmp_path / "arena.db", 4)
    with pytest.raises(ArenaError, match="sprt"):
        here(GREEDY_RANDOM, tmp_path / "arena.db", 4, sprt=(0.0, 10.0))


def test_the_file_holds_versions_command_and_time_of_each_session(tmp_path):
    path = tmp_path / "arena.db"
    plan = Plan("kwatro", ("rollout:worlds=4", "greedy"), rules={"recycle": "off"}, seed=9)
    here(plan, path, 2, command="kiebitz arena ...")
    store = Store.open(path, plan)
    with closing(store):
        assert store.plan() == plan
        assert store.configuration()["parameters"][0]["worlds"] == 4
        row = store.connection.execute("SELECT command, versions, process FROM session").fetchone()
        assert row[0] == "kiebitz arena ..."
        assert kiebitz.__version__ in row[1]
        assert row[2] == os.getpid()
        assert store.connection.execute("SELECT deal FROM unit").fetchone()[0] == str(plan.deal_of(0))


class OneDeal:
    """A game that deals the same cards for every seed."""

    def __init__(self, game):
        self.game = game

    def deal(self, seed):
        return self.game.deal(7)


def test_deals_are_distinguished_by_dealt_positions_and_not_by_seeds(tmp_path, monkeypatch):
    plan = Plan("kwatro", ("misbehaving:Curious", "greedy"))
    assert here(plan, tmp_path / "all.db", 20).json_report["deals"] == {"units": 10, "distinct": 10}
    game = plan.make_game()
    monkeypatch.setattr(Plan, "make_game", lambda plan: OneDeal(game))
    assert here(plan, tmp_path / "one.db", 20).json_report["deals"] == {"units": 10, "distinct": 1}


def test_units_of_a_format_without_fingerprints_do_not_count_in_distinct_deals(tmp_path):
    path = tmp_path / "old.db"
    here(GREEDY_RANDOM, path, 10)
    as_begun_in_format(3, path)
    assert here(GREEDY_RANDOM, path, 10).json_report["deals"] == {"units": 0, "distinct": 0}
    assert here(GREEDY_RANDOM, path, 16).json_report["deals"] == {"units": 3, "distinct": 3}
    assert [record.dealt is None for record in facts(path, GREEDY_RANDOM)] == [True] * 5 + [False] * 3


def test_a_second_process_on_the_same_file_is_refused_until_the_first_has_ended(tmp_path):
    path = tmp_path / "arena.db"
    (tmp_path / "link.db").symlink_to(path)
    store = Store.open(path, GREEDY_RANDOM)
    for name in ("arena.db", "link.db"):
        process = program(*COMMAND, 4, "--db", tmp_path / name)
        _, stderr = process.communicate(timeout=60)
        assert process.returncode == 2
        assert f"is in use by process {os.getpid()} on" in stderr.decode()
        assert "Traceback" not in stderr.decode()
    store.close()
    assert here(GREEDY_RANDOM, path, 4).json_report["pairs"] == 2


def test_a_read_only_file_is_refused(tmp_path):
    path = tmp_path / "arena.db"
    here(GREEDY_RANDOM, path, 4)
    path.chmod(0o444)
    with pytest.raises(ArenaError, match="read-only"):
        here(GREEDY_RANDOM, path, 8)


@pytest.mark.parametrize("kind", ["directory", "missing", "text", "other"])
def test_a_path_that_cannot_be_a_database_is_refused(tmp_path, kind):
    path = tmp_path / "missing" / "arena.db" if kind == "missing" else tmp_path / "arena.db"
    if kind == "directory":
        path.mkdir()
    elif kind == "text":
        path.write_text("no database at all\n" * 100)
    elif kind == "other":
        with closing(sqlite3.connect(path)) as database:
            database.execute("CREATE TABLE letters (text)")
    with pytest.raises(ArenaError, match=str(path)):
        here(GREEDY_RANDOM, path, 8)


def test_a_full_disk_ends_the_arena_with_a_clear_error_and_keeps_finished_units(tmp_path):
    path = tmp_path / "arena.db"

    def little_room():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))

    process = program(*COMMAND, 4000, "--db", path, preexec_fn=little_room)
    _, stderr = process.communicate(timeout=60)
    assert process.returncode == 2
    assert str(path) in stderr.decode()
    assert "Traceback" not in stderr.decode()
    kept = facts(path, GREEDY_RANDOM)
    assert kept
    plain = tmp_path / "plain.db"
    here(GREEDY_RANDOM, plain, 2 * (kept[-1].unit + 1))
    known = {record.unit: record for record in facts(plain, GREEDY_RANDOM)}
    assert all(known[record.unit] == record for record in kept)
