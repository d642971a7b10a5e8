"""Foreign input of every kind ends with a documented error, within a second and 500 MB, whatever its bytes are."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.fuzz.__main__ import CORPUS, NAMES, main
from tools.fuzz.targets import TARGETS

ROOT = Path(__file__).parents[1]
RUNS = 2000
SECONDS = 600

with_libfuzzer = pytest.mark.skipif(
    sys.platform != "linux" or "KIEBITZ_SANITIZE" in os.environ,
    reason="libFuzzer comes for Linux, and its runtime cannot share a process with AddressSanitizer's",
)


@pytest.mark.parametrize("path", [path for name in NAMES for path in sorted((CORPUS / name).iterdir())], ids=str)
def test_every_input_of_the_corpus_passes(path):
    TARGETS[path.parent.name](path.read_bytes())


def test_every_target_has_a_corpus():
    assert list(NAMES) == sorted(TARGETS)


@with_libfuzzer
@pytest.mark.parametrize("name", NAMES)
def test_no_mutated_input_brings_anything_but_documented_errors(name, tmp_path, capfd):
    status = main([name, "--runs", str(RUNS), "--seconds", "0", "--faults", str(tmp_path)])
    printed = capfd.readouterr()
    assert status == 0, printed.err
    assert printed.out == f"{name}: {RUNS:,} inputs, no fault\n"


@with_libfuzzer
@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_no_input_of_ten_minutes_brings_anything_but_documented_errors(name, tmp_path, capfd):
    status = main([name, "--seconds", str(SECONDS), "--faults", str(tmp_path)])
    assert status == 0, capfd.readouterr().err


@with_libfuzzer
@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("lambda data: {}[data]", "KeyError"),
        ("lambda data: [None for _ in iter(int, 1)]", "more than a second of processor time"),
        ("lambda data: bytearray(10**9)[0]", "out-of-memory"),
    ],
)
def test_a_foreign_error_a_hang_and_a_gigabyte_are_found_and_the_input_is_kept(fault, told, tmp_path):
    flags = ["-runs=5", "-rss_limit_mb=500", f"-artifact_prefix={tmp_path}/"]
    code = f"from tools.fuzz import process; process.TARGETS['lines'] = {fault}; process.fuzz('lines', {flags})"
    ended = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode != 0
    assert told in ended.stdout + ended.stderr
    assert list(tmp_path.iterdir())
