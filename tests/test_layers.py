"""The order in which folders may import each other, as CONTRIBUTING.md says."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# Each folder may import those before it. bindings/__init__.py alone looks up: it holds the public names of all layers.
ORDER = ["engine", "bindings", "notation", "solvers", "arena", "benchmarks", "cli"]
LATE = {("bindings/__init__.py", "notation"), ("bindings/__init__.py", "solvers"), ("bindings/__main__.py", "cli")}
# Games and kernels know nothing of each other.
GAMES = sorted(path.parent.name for path in (ROOT / "engine").glob("*/rules.pyx"))

pytestmark = pytest.mark.skipif(not (ROOT / "engine").is_dir(), reason="the tests run away from the tree")


def imported(path):
    """Full names of the kiebitz modules that a source imports."""
    text = path.read_text()
    if path.suffix == ".py":
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and node.module:
                yield node.module
            elif isinstance(node, ast.Import):
                yield from (name.name for name in node.names)
    else:
        yield from re.findall(r"^\s*from (kiebitz[\w.]*) c?import", text, re.M)
        yield from re.findall(r"^\s*c?import (kiebitz[\w.]*)", text, re.M)


def folder_of(module):
    parts = module.split(".")
    if parts[0] != "kiebitz":
        return None
    return parts[1] if len(parts) > 1 and parts[1] in ORDER else "bindings"


def sources(folder):
    return [path for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".pyx", ".pxd")]


@pytest.mark.parametrize("folder", ORDER)
def test_a_folder_imports_only_what_lies_below_it(folder):
    for path in sources(folder):
        for module in imported(path):
            target = folder_of(module)
            place = path.relative_to(ROOT).as_posix()
            if target is not None and (place, target) not in LATE:
                assert ORDER.index(target) <= ORDER.index(folder), f"{place} imports {module}"


def test_kernels_know_no_game_and_games_know_no_kernel_and_no_other_game():
    for path in sources("engine"):
        place = path.relative_to(ROOT / "engine").parts[0]
        for module in imported(path):
            parts = module.split(".")
            if len(parts) < 3:
                continue
            assert not (place == "kernels" and parts[2] in GAMES), f"{path} imports {module}"
            assert not (place in GAMES and parts[2] == "kernels"), f"{path} imports {module}"
            assert not (place in GAMES and parts[2] in GAMES and parts[2] != place), f"{path} imports {module}"


def module_name(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(("kiebitz", *(part for part in parts if part != "__init__")))


@pytest.mark.parametrize("folder", ["notation", "solvers"])
def test_no_module_of_a_folder_imports_itself_by_way_of_others(folder):
    modules = {module_name(path): set(imported(path)) for path in sources(folder)}
    done = set()
    while ready := [name for name in modules.keys() - done if modules[name] & modules.keys() <= done]:
        done.update(ready)
    assert not modules.keys() - done


def test_importing_kiebitz_offers_hint_and_loads_no_numpy():
    loaded = "[name in sys.modules for name in ('numpy', 'kiebitz.solvers.best')]"
    code = f"import sys, kiebitz; print('hint' in dir(kiebitz), *{loaded})"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told == "True False False\n"
