"""One trial of a fault: a copy of the tree, the fault in it, a new build, and the tests that should notice."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from tools.mutants.faults import Clean, FaultError, PlantedFault

LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".hypothesis", "mutants-*", "typed", "*.db")
LONGEST = 1800  # seconds of one run of tests, since a fault may make a search endless
NOTHING_RAN = (4, 5)  # exit statuses of pytest: a test that does not exist, no tests
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)


class Verdict(NamedTuple):
    """The result of a trial.

    fault: name of the fault.
    caught: whether a test failed.
    by: the first test that failed; empty if the fault survived.
    seconds: time of building and testing.
    """

    fault: str
    caught: bool
    by: str
    seconds: float


def tried(tree: Path, room: Path, fault: PlantedFault | Clean, whole: bool) -> Verdict:
    """Plants a fault in a copy of the built tree, and runs its tests.

    tree: root of the built tree.
    room: folder for the copy, which is deleted afterwards.
    whole: whether to run all tests on a fault that survives its own tests.
    """
    start = perf_counter()
    copy = room / "tree"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(tree, copy, symlinks=True, ignore=LEFT_OUT)
    try:
        if isinstance(fault, PlantedFault):
            (copy / fault.file).write_text(fault.planted(tree))
        link_packages(copy)
        if fault.compiled:
            build(copy, fault.name)
        by = first_failure(copy, fault.tests)
        if not by and whole:
            by = first_failure(copy, ("tests",))
    finally:
        shutil.rmtree(copy, ignore_errors=True)
    return Verdict(fault.name, bool(by), by, perf_counter() - start)


def build(copy: Path, name: str) -> None:
    """Builds the modules that the changed file makes stale. The option --inplace would compile every module.

    Raises FaultError if the build fails.
    """
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--build-lib", "build/import"]
    done = subprocess.run(command, cwd=copy, capture_output=True, text=True)
    if done.returncode:
        raise FaultError(f"{name}: does not build:\n{done.stderr[-2000:]}")


def link_packages(copy: Path) -> None:
    """Makes build/import/kiebitz: links that give the copy's folders their import names, as in an installation."""
    package = copy / "build" / "import" / "kiebitz"
    shutil.rmtree(package, ignore_errors=True)
    package.mkdir(parents=True)
    for name, folder in packages(copy).items():
        if name == "kiebitz":
            for path in (copy / folder).iterdir():
                (package / path.name).symlink_to(path)
        else:
            (package / name.removeprefix("kiebitz.")).symlink_to(copy / folder)


def packages(copy: Path) -> dict[str, str]:
    """Import name and folder of each package, from setup.py. Raises FaultError if setup.py does not have them."""
    for node in ast.parse((copy / "setup.py").read_text()).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "PACKAGES":
            found: dict[str, str] = ast.literal_eval(node.value)
            return found
    raise FaultError(f"{copy}/setup.py has no PACKAGES")


def first_failure(copy: Path, tests: tuple[str, ...]) -> str:
    """The first test that fails in the copy, empty if all pass. Raises FaultError if a named test does not exist."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--tb=no", "-m", "not slow", *tests]
    # The path comes before the hook of an editable installation, which would import the original tree.
    environment = {**os.environ, "PYTHONPATH": str(copy / "build" / "import"), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return f"no end within {LONGEST} seconds"
    if done.returncode == 0:
        return ""
    if done.returncode in NOTHING_RAN:
        raise FaultError(f"pytest cannot run {' '.join(tests)}: {done.stdout[-300:]}{done.stderr[-300:]}")
    found = FAILED.search(done.stdout)
    return (
        found[1] if found else f"pytest ended with status {done.returncode}: {done.stdout[-300:]}{done.stderr[-300:]}"
    )
