"""The order in which folders may import each other, as CONTRIBUTING.md says; no imports form a circle."""

import ast
import re
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# Each folder may import those before it. bindings/__init__.py alone looks up: it holds the public names of all layers.
ORDER = ["engine", "bindings", "notation", "records", "solvers", "arena", "benchmarks", "cli"]
UPWARDS = {
    ("bindings/__init__.py", "notation"),
    ("bindings/__init__.py", "records"),
    ("bindings/__init__.py", "solvers"),
    ("bindings/__main__.py", "cli"),
}
# Games and kernels know nothing of each other.
GAMES = sorted(path.parent.name for path in (ROOT / "engine").glob("*/rules.pyx"))

pytestmark = pytest.mark.skipif(not (ROOT / "engine").is_dir(), reason="the tests run away from the tree")


def module_of(path):
    """The import name of a source."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    parts = parts[1:] if parts[0] == "bindings" else parts
    return ".".join(("kiebitz", *(part for part in parts if part != "__init__")))


def python_imports(path, text):
    """(module, name or None) of the import statements of Python source, also those in functions or for types."""
    package = module_of(path) if path.stem == "__init__" else module_of(path).rpartition(".")[0]
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            parents = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            module = ".".join([*parents, *([node.module] if node.module else [])])
            yield from ((module, name.name) for name in node.names)
        elif isinstance(node, ast.Import):
            yield from ((name.name, None) for name in node.names)


def cython_imports(text):
    """(module, name or None) of the imports and cimports of Cython source, also those in functions."""
    for module, names in re.findall(r"^\s*from (kiebitz[\w.]*) c?import (\([^)]*\)|[^\n]*)", text, re.M):
        yield from (
            (module, name.split()[0]) for name in names.strip("()").replace("\n", " ").split(",") if name.strip()
        )
    yield from ((module, None) for module in re.findall(r"^\s*c?import (kiebitz[\w.]*)", text, re.M))


def imports(path):
    """(module, name or None) of all imports of a source from this package."""
    text = path.read_text()
    found = python_imports(path, text) if path.suffix == ".py" else cython_imports(text)
    return [(module, name) for module, name in found if module.split(".")[0] == "kiebitz"]


def folder_of(module):
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in ORDER else "bindings"


def sources(folder):
    return [path for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".pyx", ".pxd")]


def every_source():
    return [path for folder in ORDER for path in sources(folder)]


@pytest.mark.parametrize("folder", ORDER)
def test_a_folder_imports_only_what_lies_below_it(folder):
    assert sources(folder)
    for path in sources(folder):
        place = path.relative_to(ROOT).as_posix()
        for module, name in imports(path):
            # `from kiebitz import hint` asks the package for what a layer above brings into it.
            target = folder_of(f"{module}.{name}" if module == "kiebitz" and name in ORDER else module)
            if (place, target) not in UPWARDS:
                assert ORDER.index(target) <= ORDER.index(folder), f"{place} imports {module}"


def test_kernels_know_no_game_and_games_know_no_kernel_and_no_other_game():
    for path in sources("engine"):
        place = path.relative_to(ROOT / "engine").parts[0]
        for module, name in imports(path):
            part = f"{module}.{name}".split(".")[2]
            assert not (place == "kernels" and part in GAMES), f"{path} imports {module}"
            assert not (place in GAMES and part == "kernels"), f"{path} imports {module}"
            assert not (place in GAMES and part in GAMES and part != place), f"{path} imports {module}"


def test_general_code_of_the_engine_and_of_searches_names_no_game():
    named = re.compile("|".join(GAMES), re.I)
    general = [*(ROOT / "engine").glob("*.p*"), *(ROOT / "engine" / "kernels").glob("*.p*")]
    general += [path for path in (ROOT / "bindings").glob("*.p*") if path.stem.strip("_") not in GAMES]
    for path in general:
        if path.suffix in (".pyx", ".pxd"):
            assert not named.search(path.read_text()), path


def test_general_python_code_names_no_game():
    """Three modules list the games, or hold what matches found for each of them. Examples may name a game."""
    named = re.compile("|".join(GAMES), re.I)
    listing = {"notation/registry.py", "solvers/presets.py", "solvers/game_defaults.py"}
    general = [path for folder in ("solvers", "arena", "cli") for path in sources(folder)]
    general += [path for folder in ("bindings", "notation") for path in (ROOT / folder).glob("*.py")]
    general = [path for path in general if path.relative_to(ROOT).as_posix() not in listing]
    assert len(general) > 80
    for path in general:
        assert not named.search(re.sub(r"^>>> .*|\bexamples/\w+/", "", path.read_text(), flags=re.M)), path


def graph(paths):
    """The modules that each module imports. A header and its implementation are one module."""
    modules = {module_of(path) for path in paths}
    found = {module: set() for module in modules}
    for path in paths:
        for module, name in imports(path):
            # A name may be a module of a package, or something that the package's own __init__ holds.
            target = f"{module}.{name}" if f"{module}.{name}" in modules else module
            if target in modules and target != module_of(path):
                found[module_of(path)].add(target)
    return found


def circle(of):
    """The modules of a circle of imports, or an empty list."""
    try:
        TopologicalSorter(of).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def test_no_modules_import_each_other_in_a_circle():
    found = graph(every_source())
    # The package brings the public names of all layers together; `from kiebitz import weights` does not need them.
    assert found.pop("kiebitz")
    assert circle({module: targets - {"kiebitz"} for module, targets in found.items()}) == []


def test_a_circle_is_found():
    chain = {str(n): {str(n + 1)} for n in range(3)}
    assert circle(chain) == []
    found = circle({**chain, "3": {"1"}})
    assert {"1", "2", "3"} == set(found)
    assert all({a, b} <= {"1", "2", "3"} for a, b in pairwise(found))


def test_importing_kiebitz_offers_hint_and_loads_no_numpy():
    loaded = "[name in sys.modules for name in ('numpy', 'kiebitz.solvers.best')]"
    code = f"import sys, kiebitz; print('hint' in dir(kiebitz), *{loaded})"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told == "True False False\n"
