import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock

from kiebitz.notation.registry import installed_games

TESTS = Path(__file__).parent
sys.path.insert(0, str(TESTS))

# What a shell starts in the background ignores Ctrl-C, and so would the processes of the tests that send it.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def toy_package(tmp_path_factory):
    """The folder of the package of the toy game Climb, built once for all processes that share the tests of a run."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    target = shared / "toy_package"
    with FileLock(shared / "toy_package.lock"):
        if not target.exists():
            build_toy_package(tmp_path_factory.mktemp("source") / "toy", target)
    return str(target)


def build_toy_package(source, target):
    """Builds and installs the toy game; the target exists only if that succeeds."""
    shutil.copytree(TESTS / "toy", source)
    unfinished = target.with_suffix(".unfinished")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    pip += ["--no-index", "--no-deps", "--no-build-isolation", "--target", unfinished, source]
    subprocess.run(pip, check=True, env={**os.environ, "CFLAGS": "-O0"})
    unfinished.rename(target)


@pytest.fixture(scope="module")
def climb(toy_package):
    """The name of the toy game, which is installed while the tests of a module run, and gone afterwards."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(toy_package)
        patch.setenv("PYTHONPATH", toy_package, prepend=os.pathsep)
        installed_games.cache_clear()
        yield "climb"
    installed_games.cache_clear()


@pytest.fixture(autouse=True)
def installed_where_named(request):
    """Installs the toy game for the cases that name it among the games."""
    if "climb" in getattr(getattr(request.node, "callspec", None), "params", {}).values():
        request.getfixturevalue("climb")
