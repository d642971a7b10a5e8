"""Solvers of others: whatever one does, it loses at most its own game, the arena goes on, and says what played."""

import os
import time
from pathlib import Path

import pytest
from arena_play import GREEDY_RANDOM, changed, facts, here, in_processes, timeless
from command import run
from test_arena_store import alive

from kiebitz.arena import programs
from kiebitz.arena.errors import ArenaError
from kiebitz.arena.heartbeat import Heartbeat
from kiebitz.arena.mailbox import Mailbox
from kiebitz.arena.plan import Plan
from kiebitz.arena.programs import examined
from kiebitz.arena.results import MOST_ERRORS
from kiebitz.solvers.guard import error_text, traceback_text

WHOLE = ["Closes", "Scribbles", "Forks"]  # these do nothing that the arena notices
FAILING = {
    "Unprintable": "raised ValueError: \\ud800 \\x1b[2J",
    "Untellable": "raised UntellableError, whose text cannot be made",
    "Interrupts": "raised KeyboardInterrupt",
    "Kills": "its process died by signal 9",
    "NoFiles": "its process died with status 1",
}


@pytest.mark.parametrize("solver", WHOLE)
def test_descriptors_and_forks_of_a_solver_change_no_result(tmp_path, solver):
    plan = Plan("kwatro", (f"misbehaving:{solver}", "random"), seed=4)
    report = in_processes(plan, tmp_path / "a.db", 4, 1).json_report
    expected = here(changed(plan, solvers=("misbehaving:Curious", "random")), tmp_path / "b.db", 4).json_report
    assert report["errors"] == 0
    for key in ("win", "margin", "games"):
        assert [row[key] for row in report["table"]] == [row[key] for row in expected["table"]]


@pytest.mark.parametrize("solver", sorted(FAILING))
def test_a_solver_that_fails_in_any_way_loses_its_game_and_the_others_go_on(tmp_path, solver):
    plan = Plan("kwatro", (f"misbehaving:{solver}", "greedy"))
    report = in_processes(plan, tmp_path / "a.db", 2, 1).json_report
    assert report["errors"] == 2
    assert report["table"][0]["win"] == 1
    assert {row["reason"] for row in report["reasons"]} == {FAILING[solver]}


def test_a_solver_that_breaks_its_process_in_every_game_loses_all_of_them(tmp_path):
    plan = Plan("qwinto", ("misbehaving:NoFiles", "greedy"))
    report = in_processes(plan, tmp_path / "a.db", 12, 1).json_report
    assert report["errors"] == 12


def test_an_error_whose_text_takes_for_ever_counts_as_over_time(tmp_path):
    plan = Plan("kwatro", ("misbehaving:Endless", "greedy"), move_limit=0.5)
    report = in_processes(plan, tmp_path / "a.db", 2, 1).json_report
    assert all(row["reason"].startswith("over time: ") for row in report["reasons"])
    assert report["errors"] == 2


def test_processes_that_a_solver_started_end_with_the_game_that_it_lost(tmp_path, monkeypatch):
    left = tmp_path / "left"
    monkeypatch.setenv("LEFT_PROCESSES", str(left))
    report = in_processes(Plan("kwatro", ("misbehaving:Leaves", "greedy")), tmp_path / "a.db", 2, 1).json_report
    assert report["reasons"][0]["games"] == 2
    processes = list(map(int, left.read_text().split()))
    assert len(processes) == 2
    deadline = time.monotonic() + 10
    while any(map(alive, processes)):
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("solver", "message"),
    [
        ("DiesAtOnce", "its process died while it was made"),
        ("Unmade", "cannot be made: FileNotFoundError: weights.npy"),
        ("Absent", "cannot be imported: AttributeError"),
    ],
)
def test_a_solver_that_cannot_be_made_ends_the_run_before_the_first_game(tmp_path, solver, message):
    with pytest.raises(ArenaError, match=f"^solver misbehaving:{solver}: .*{message}"):
        in_processes(Plan("kwatro", ("greedy", f"misbehaving:{solver}")), tmp_path / "a.db", 4, 1)
    assert not (tmp_path / "a.db").exists()


def test_a_worker_with_other_code_than_the_arena_ends_the_run(tmp_path, monkeypatch):
    bot = tmp_path / "bot.py"
    bot.write_text("from kiebitz.solvers.baselines import Greedy as Bot\nfrom aside import N\n")
    (tmp_path / "aside.py").write_text("N = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    plan = Plan("kwatro", ("bot:Bot", "greedy"))
    plan.check()
    (tmp_path / "aside.py").write_text("N = 2\n")
    with pytest.raises(ArenaError, match="a worker has other code"):
        in_processes(plan, tmp_path / "a.db", 4, 1)


def test_changed_code_of_a_solver_is_refused_on_an_older_file(tmp_path, monkeypatch):
    bot = tmp_path / "mended.py"
    bot.write_text("from kiebitz.solvers.baselines import Greedy as Bot\n")
    monkeypatch.syspath_prepend(tmp_path)

    def played(games):
        return in_processes(Plan("kwatro", ("mended:Bot", "greedy")), tmp_path / "a.db", games, 1).json_report

    before = played(2)["code"]
    assert before[0].startswith("source ")
    assert before[1] is None
    bot.write_text("from kiebitz.solvers.baselines import Random as Bot\n")
    with pytest.raises(ArenaError, match="solver mended:Bot has changed since the file was begun") as refused:
        played(2)
    assert "bring the old one back, or give another --db" in str(refused.value)
    bot.write_text("from kiebitz.solvers.baselines import Greedy as Bot\n")
    assert played(4)["pairs"] == 2


def test_a_solver_with_a_version_is_known_by_it():
    found = examined(Plan("kwatro", ("misbehaving:Versioned", "misbehaving:Versioned:version=1.1", "greedy")))
    assert found.code == ["version 1.0", "version 1.1", None]


def test_the_code_of_a_package_is_all_its_files_and_those_beside_it_that_it_imports(tmp_path, monkeypatch):
    package = tmp_path / "package_of_bots"
    package.mkdir()
    (package / "__init__.py").write_text("import one_module_beside\n")
    (package / "inner.py").write_text("")
    for name in ("one_module_beside", "unused"):
        (tmp_path / f"{name}.py").write_text("import os\n")
    monkeypatch.syspath_prepend(tmp_path)
    __import__("package_of_bots")
    assert [path.name for path in programs.sources("package_of_bots")] == [
        "__init__.py",
        "inner.py",
        "one_module_beside.py",
    ]


def test_a_solver_that_fails_in_nearly_all_games_ends_the_arena_at_the_same_unit_for_any_order(tmp_path):
    plan = Plan("kwatro", ("misbehaving:Nothing", "greedy"))
    report = here(plan, tmp_path / "a.db", 200).json_report
    assert report["failing"] == {"solver": "misbehaving:Nothing", "errors": MOST_ERRORS, "games": MOST_ERRORS}
    assert report["games"] == MOST_ERRORS
    assert timeless(here(plan, tmp_path / "a.db", 400).json_report) == timeless(report)


def test_an_arena_that_a_solver_spoils_exits_with_1_and_shows_where_the_solver_failed(tmp_path):
    plan = Plan("kwatro", ("misbehaving:Raises", "greedy"))
    here(plan, tmp_path / "a.db", 200)
    result = run("arena", "--solvers", "misbehaving:Raises,greedy", "--games", 200, "--db", tmp_path / "a.db")
    assert result.exit_code == 1
    assert "misbehaving:Raises (20 of 20 lost by error)" in result.stdout
    assert result.stdout.count("in choose") == 1
    assert result.stdout.splitlines()[-1].startswith("misbehaving:Raises lost 20 of 20 games by error")


def test_a_solver_that_fails_now_and_then_does_not_end_the_arena(tmp_path):
    from kiebitz.arena.results import Results, UnitResult

    results = Results(1000)
    for unit in range(1000):
        failed = {0: 1} if unit % 9 else {}
        results.by_unit[unit] = UnitResult(unit, {0: 0.0, 1: 1.0}, {}, {}, failed, {}, 1)
        assert results.failing_after(results.by_unit[unit]) is None


def test_bytes_written_to_the_descriptor_of_a_heartbeat_do_not_change_it(tmp_path):
    before = set(os.listdir("/proc/self/fd"))
    heartbeat = Heartbeat(tmp_path / "heartbeat")
    heartbeat.deciding(3, 1, 0, 7)
    for descriptor in {*os.listdir("/proc/self/fd")} - before:
        if Path(f"/proc/self/fd/{descriptor}").exists():
            os.write(int(descriptor), b"\0" * 1000)
    assert heartbeat.read()[:4] == (3, 1, 0, 7)
    assert heartbeat.read().thinking
    heartbeat.close()


def test_messages_arrive_whole_and_in_order(tmp_path):
    sent, received = Mailbox(tmp_path, "a"), Mailbox(tmp_path, "a")
    assert received.take() is None
    for number in range(3):
        sent.put(("message", number))
    assert [received.take() for _ in range(3)] == [("message", number) for number in range(3)]
    assert list(tmp_path.iterdir()) == []


def test_texts_of_errors_are_printable_and_short():
    assert error_text(ValueError("two\nlines \x1b[0m")) == "ValueError: two lines \\x1b[0m"
    assert error_text(SystemExit()) == "SystemExit"
    assert len(error_text(ValueError("x" * 10**6))) == 300
    assert traceback_text(ValueError("never raised"), "") is None


def test_results_in_processes_are_those_of_this_process_with_a_solver_that_fails(tmp_path):
    plan = Plan("kwatro", ("misbehaving:Blind", "random", "greedy"), seed=2)
    expected = here(plan, tmp_path / "a.db", 6).json_report
    assert timeless(in_processes(plan, tmp_path / "b.db", 6, 2).json_report) == timeless(expected)
    assert facts(tmp_path / "a.db", plan) == facts(tmp_path / "b.db", plan)
    assert GREEDY_RANDOM.programs.code == [None, None]
