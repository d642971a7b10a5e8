"""One trial: a copy of the tree, a fault in it, what must be built again, and the tests that should notice."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from tools.mutants.faults import Clean, Fault, FaultError

LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".hypothesis", "mutants-*", "typed", "*.db")
LONGEST = 1800  # seconds of one run of tests; a fault may make a search endless
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)


class Verdict(NamedTuple):
    """by: the first test that failed, empty if the fault survived; seconds: of building and testing."""

    fault: str
    caught: bool
    by: str
    seconds: float


def tried(tree: Path, room: Path, fault: Fault | Clean, whole: bool) -> Verdict:
    """Plants the fault in a copy of the built tree and runs its tests; whole: then all tests, if it survived those.

    room: folder for the copy, which is deleted afterwards.
    """
    start = perf_counter()
    copy = room / "tree"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(tree, copy, symlinks=True, ignore=LEFT_OUT)
    try:
        if isinstance(fault, Fault):
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
    """Builds what the changed file makes stale, below the links; "inplace" would compile every module once."""
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--build-lib", "build/import"]
    done = subprocess.run(command, cwd=copy, capture_output=True, text=True)
    if done.returncode:
        raise FaultError(f"{name}: does not build:\n{done.stderr[-2000:]}")


def link_packages(copy: Path) -> None:
    """Makes build/import/kiebitz: the folders of the copy below the import name, as an installation has them."""
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
    """Import name and folder of each package, as setup.py says."""
    for node in ast.parse((copy / "setup.py").read_text()).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "PACKAGES":
            return ast.literal_eval(node.value)
    raise FaultError(f"{copy}/setup.py has no PACKAGES")


def first_failure(copy: Path, tests: tuple[str, ...]) -> str:
    """The first test that fails in the copy, empty if all pass."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--tb=no", "-m", "not slow", *tests]
    # The path comes before the hook of an editable installation, which would import the tree instead.
    environment = {**os.environ, "PYTHONPATH": str(copy / "build" / "import"), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return f"no end within {LONGEST} seconds"
    if done.returncode == 0:
        return ""
    found = FAILED.search(done.stdout)
    return (
        found[1] if found else f"pytest ended with status {done.returncode}: {done.stdout[-300:]}{done.stderr[-300:]}"
    )
