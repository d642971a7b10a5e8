"""The mutation sample: every planted fault is found in the tree, and a toy tree's faults are caught or survive."""

from dataclasses import replace
from pathlib import Path

import pytest

from tools.mutants.__main__ import main
from tools.mutants.faults import FaultError, PlantedFault, read
from tools.mutants.trial import tried

ROOT = Path(__file__).parents[1]
DOUBLE = PlantedFault("doubled", "bindings/__init__.py", "2 * x", "3 * x", "wrong", ("tests/test_toy.py",))


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """A tree of one package and one test, which notices one of two faults."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # pytest starts three times as fast
    tree = tmp_path / "toy"
    for name, text in {
        "setup.py": 'PACKAGES = {"kiebitz": "bindings"}',
        "bindings/__init__.py": "def double(x):\n    return 2 * x\n\n\ndef triple(x):\n    return 3 + x\n",
        "tests/test_toy.py": "import kiebitz\n\n\ndef test_double():\n    assert kiebitz.double(5) == 10\n",
        "pytest.ini": "[pytest]\nmarkers = slow\n",
    }.items():
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tree


def data(path, *faults):
    """The data file of some faults."""
    entries = (
        f'[[fault]]\nname = "{f.name}"\nfile = "{f.file}"\nbefore = "{f.before}"\nafter = "{f.after}"\n'
        f'why = "{f.why}"\ntests = {list(f.tests)}\n'
        for f in faults
    )
    path.write_text("\n".join(entries))
    return path


@pytest.mark.skipif(not (ROOT / "engine").is_dir(), reason="the tests run away from the tree")
def test_every_planted_fault_is_found_once_and_names_tests_that_exist():
    faults = read()
    assert len(faults) >= 24
    for fault in faults:
        fault.planted(ROOT)
        for test in fault.tests:
            path, _, function = test.partition("::")
            text = (ROOT / path).read_text()
            assert not function or f"def {function}(" in text, fault.name


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (replace(DOUBLE, before="4 * x"), "doubled: the text is found 0 times"),
        (replace(DOUBLE, before="return"), "doubled: the text is found 2 times"),
        (replace(DOUBLE, file="bindings/none.py"), "doubled: there is no file bindings/none.py"),
    ],
)
def test_a_fault_that_cannot_be_planted_is_named(toy, fault, told):
    with pytest.raises(FaultError, match=told):
        fault.planted(toy)


def test_a_fault_is_planted_in_a_copy_and_caught_by_the_first_test_that_fails(toy, tmp_path):
    verdict = tried(toy, tmp_path, DOUBLE, whole=False)
    assert (verdict.caught, verdict.by) == (True, "tests/test_toy.py::test_double")
    assert "2 * x" in (toy / DOUBLE.file).read_text()
    assert not (tmp_path / "tree").exists()


def test_a_fault_that_no_test_notices_survives(toy, tmp_path):
    assert not tried(toy, tmp_path, replace(DOUBLE, before="3 + x", after="4 * x"), whole=True).caught


def test_a_fault_whose_test_does_not_exist_is_an_error(toy, tmp_path):
    with pytest.raises(FaultError, match=r"pytest cannot run .*::test_none"):
        tried(toy, tmp_path, replace(DOUBLE, tests=("tests/test_toy.py::test_none",)), whole=False)


def test_a_sample_goes_on_where_it_ended_until_a_source_changes(toy, tmp_path, capsys):
    survivor = replace(DOUBLE, name="tripled", before="3 + x", after="4 * x")
    arguments = ["--tree", str(toy), "--faults", str(data(tmp_path / "faults.toml", DOUBLE, survivor))]
    assert main([*arguments, "doubled"]) == 0
    assert main(arguments) == 1
    told = capsys.readouterr()
    assert told.err.splitlines() == ["0/1 nothing planted", "1/1 doubled", "2/2 tripled"]
    assert told.out.splitlines()[-1] == "1 of 2 faults caught"
    assert "SURVIVED" in told.out
    (toy / "tests" / "test_more.py").write_text("")
    main([*arguments, "--trusted"])
    assert capsys.readouterr().err.splitlines() == ["1/2 doubled", "2/2 tripled"]


def test_a_test_that_fails_without_a_fault_is_an_error(toy, tmp_path, capsys):
    (toy / "tests" / "test_toy.py").write_text("def test_fails():\n    assert False\n")
    assert main(["--tree", str(toy), "--faults", str(data(tmp_path / "faults.toml", DOUBLE))]) == 2
    assert "do not pass without a fault: tests/test_toy.py::test_fails" in capsys.readouterr().err
