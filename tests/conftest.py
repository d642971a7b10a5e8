import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kiebitz.notation.registry import installed_games

TESTS = Path(__file__).parent
sys.path.insert(0, str(TESTS))

# What a shell starts in the background ignores Ctrl-C, and so would the processes of the tests that send it.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def toy_package(tmp_path_factory):
    """The folder into which the package of the toy game Climb is built and installed."""
    source, target = tmp_path_factory.mktemp("source") / "toy", tmp_path_factory.mktemp("toy")
    shutil.copytree(TESTS / "toy", source)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    pip += ["--no-index", "--no-deps", "--no-build-isolation", "--target", target, source]
    subprocess.run(pip, check=True, env={**os.environ, "CFLAGS": "-O0"})
    return str(target)


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
