"""Time to start: processes that import kiebitz or answer one question."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kiebitz

COMMAND = [sys.executable, "-I"]  # isolated, like the installed command

Measure = Callable[..., Any]


def run(*arguments: str) -> str:
    """Runs Python and returns its standard output."""
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=True).stdout


def test_the_interpreter_alone(measure: Measure) -> None:
    """The time of Python itself, which the other times include."""
    assert measure(lambda: run("-c", "print(1)"), "starts", units=1) == "1\n"


def test_import_kiebitz(measure: Measure) -> None:
    code = "import kiebitz; print(kiebitz.__version__)"
    assert measure(lambda: run("-c", code), "starts", units=1) == f"{kiebitz.__version__}\n"


@pytest.mark.parametrize("name", kiebitz.GAMES)
def test_kiebitz_legal(measure: Measure, name: str, tmp_path: Path) -> None:
    view = kiebitz.game(name).deal(1).view()
    path = tmp_path / "position.toml"
    path.write_text(view.to_toml())
    answer = measure(lambda: run("-m", "kiebitz", "legal", str(path), "--json"), "starts", units=1)
    assert json.loads(answer)["count"] == len(view.legal_moves())
