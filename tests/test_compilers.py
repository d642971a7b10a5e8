"""Results depend on no compiler: gcc and clang, without and with optimization, give the same signature."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SIGNATURE = "from kiebitz.benchmarks.speed import bench; print(bench(seconds=0.01)['signature'])"
BUILDS = [(compiler, level) for compiler in ("gcc", "clang") for level in ("-O0", "-O3")]
here = pytest.mark.skipif(not (ROOT / "setup.py").exists(), reason="the tests run away from the tree")


def signature(python, folder=None):
    """The signature of the kiebitz in a folder, or of the installed one."""
    code = SIGNATURE if folder is None else f"import sys; sys.path.insert(0, {str(folder)!r}); {SIGNATURE}"
    found = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True, cwd="/")
    return found.stdout.strip()


def build(compiler, level, folder):
    """Builds the package in a copy of the tree and installs it into a folder of its own."""
    tree = folder / "tree"
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".venv", ".git", "build", "*.so", "__pycache__"))
    if (ROOT / "build/c").exists():  # the same for every compiler; what is out of date is made again
        shutil.copytree(ROOT / "build/c", tree / "build/c")
    target = folder / "installed"
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--target",
        target,
        tree,
    ]
    linked = f"{compiler} -shared"
    subprocess.run(pip, check=True, env={**os.environ, "CC": compiler, "LDSHARED": linked, "KIEBITZ_OPTIMIZE": level})
    return target


@here
@pytest.mark.slow
@pytest.mark.parametrize(("compiler", "level"), BUILDS)
def test_the_signature_of_bench_is_the_same_under_every_compiler(compiler, level, tmp_path):
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    assert signature(sys.executable, build(compiler, level, tmp_path)) == signature(sys.executable)
