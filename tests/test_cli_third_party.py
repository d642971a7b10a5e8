"""A hint by a third-party solver: in any case there is a right answer or a message."""

import json
import subprocess
import sys
from types import SimpleNamespace

import answering
import pytest
from command import EVENING_LINE, run, run_process

import kiebitz
from kiebitz.solvers import make_solver


def hint(solver, *arguments):
    return run("hint", "--line", EVENING_LINE, "--solver", f"answering:{solver}", *arguments)


@pytest.mark.parametrize(
    ("solver", "mention"),
    [
        ("fails", "answering:fails failed: RuntimeError: boom"),
        ("misses", "KeyError: 'Anna'"),
        ("overflows", "MemoryError"),
        ("leaves", "SystemExit: 0"),
        ("misreads", "no such card"),
        ("Beyond", "answering:Beyond failed: Strange, whose text cannot be made"),
        ("Recurses", "RecursionError"),
        ("Short", "Short.advise() takes 2 positional arguments"),
        ("Asks", "answering:Asks cannot be made: TypeError"),
        ("absent", "answering:absent cannot be imported"),
    ],
)
def test_a_solver_that_fails_is_named_with_its_error(solver, mention):
    result = hint(solver)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines()[-1].startswith("Error: --solver: ")
    assert mention in result.stderr


@pytest.mark.parametrize("what", sorted(answering.OF_THE_ANSWER.keys() - {"nothing"} | answering.OF_A_MOVE.keys()))
def test_an_answer_that_is_no_advice_for_this_position_is_refused(what):
    result = hint(f"Says:what={what}", "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "answers with" in result.stderr
    assert "right would be" in result.stderr


def test_a_right_answer_is_given_and_the_output_of_the_solver_goes_to_standard_error():
    arguments = ("hint", "--line", EVENING_LINE, "--solver", "answering:Says", "--json")
    environment = {"PYTHONPATH": str(answering.HERE)}
    status, stdout, stderr = run_process(*arguments, env=environment)
    assert status == 0
    assert json.loads(stdout)["solver"] == "greedy"
    assert stderr.splitlines() == ["answering is imported", "thinking"]


def test_nothing_that_a_solver_writes_reaches_standard_output():
    arguments = ("hint", "--line", EVENING_LINE, "--solver", "answering:Noisy", "--json")
    status, stdout, stderr = run_process(*arguments, env={"PYTHONPATH": str(answering.HERE)})
    assert status == 0
    assert json.loads(stdout)["solver"] == "greedy"
    said = {"by descriptor", "by a subprocess", "by the first stream", "by a thread", "at the end"}
    assert said <= set(stderr.splitlines())


def test_a_solver_in_the_current_folder_is_found(tmp_path):
    (tmp_path / "local_bot.py").write_text("from kiebitz.solvers.baselines import Greedy as Bot\n")
    command = "from kiebitz.cli.main import main; main()"
    arguments = ("hint", "--line", EVENING_LINE, "--solver", "local_bot:Bot", "--json")
    found = subprocess.run([sys.executable, "-P", "-c", command, *arguments], cwd=tmp_path, capture_output=True)
    assert found.returncode == 0, found.stderr
    assert json.loads(found.stdout)["moves"]


@pytest.mark.parametrize(
    ("words", "given"),
    [("n=3", (3, None)), ("limit=2.5:n=3", (3, 2.5))],
)
def test_parameters_without_a_plain_default_are_read_as_they_are_annotated(words, given):
    solver = make_solver(f"answering:Asks:{words}")
    assert (solver.n, solver.limit) == given


@pytest.mark.parametrize(
    ("words", "mention"),
    [
        ("n=many", "parameter n of solver answering:Asks must be a whole number, not 'many'"),
        ("n=3:seen=4", "parameter seen of solver answering:Asks cannot be given as text"),
        ("n", "parameter n of solver answering:Asks has no value; right would be n=VALUE"),
        ("n=3:n=4", "parameter n of solver answering:Asks is given twice"),
        ("m=3", "solver answering:Asks has no parameter 'm=3'; it takes what, n, limit, seen"),
    ],
)
def test_an_impossible_parameter_is_named_with_its_solver(words, mention):
    with pytest.raises(kiebitz.BudgetError) as refused:
        make_solver(f"answering:Asks:{words}")
    assert mention in str(refused.value)


def test_an_installed_solver_that_cannot_be_imported_is_named(monkeypatch):
    def load():
        raise SystemExit("not today")

    monkeypatch.setattr("kiebitz.solvers.registry.installed_solvers", lambda: {"lazy": SimpleNamespace(load=load)})
    result = run("hint", "--line", EVENING_LINE, "--solver", "lazy")
    assert result.exit_code == 2
    assert "solver lazy cannot be imported: SystemExit: not today" in result.stderr


@pytest.mark.parametrize(
    "solver", ["nobody", "rollout:plies=-2", "rollout:speed=3", "json:loads", "answering:Short:x=1"]
)
def test_a_faulty_solver_is_a_solver_error_and_a_faulty_limit_is_not(solver):
    with pytest.raises(kiebitz.SolverError):
        make_solver(solver)
    with pytest.raises(kiebitz.BudgetError) as refused:
        kiebitz.hint(kiebitz.game("kwatro").deal(1), "greedy", nodes=0)
    assert not isinstance(refused.value, kiebitz.SolverError)
