"""Which program plays: parameters and code of every solver, found in a process apart if it is code of others.

The code of a solver is named by its attribute `version`, else by a digest of its source: all files of its package, or
its module together with the modules beside it that it imports.
"""

import ast
import dataclasses
import sys
import sysconfig
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import kiebitz
from kiebitz.arena.errors import ArenaError
from kiebitz.arena.heartbeat import Unwatched
from kiebitz.arena.process import SolverProcess
from kiebitz.errors import KiebitzError
from kiebitz.solvers import make_solver
from kiebitz.solvers.guard import error_text
from kiebitz.solvers.registry import is_built_in, module_of

MAKE_LIMIT = 120.0  # seconds in which a process must make all solvers, so that learned weights have time to load
MAKING = -1  # the unit in the heartbeat while solvers are made; the seat is then the entry
CHECK = 0.005  # seconds between two looks for the answer of a process
CODE = (".py", ".pyx", ".so", ".pyd")


class Programs(NamedTuple):
    """The solvers as programs, in the order of the plan.

    parameters: by solver, its parameters by name.
    code: by solver, the name of its code; None for a solver of this package, which the version names.
    """

    parameters: list[dict[str, Any]]
    code: list[str | None]


def made(solvers: Sequence[str], heartbeat: Unwatched) -> Programs:
    """Makes every solver once in this process. Raises ArenaError if one cannot be made."""
    found = Programs([], [])
    for entry, text in enumerate(solvers):
        heartbeat.deciding(MAKING, 0, entry, 0)
        try:
            solver = make_solver(text)
            found.parameters.append(parameters(solver))
            found.code.append(None if is_built_in(text) else code_of(text, solver))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # module:factory runs other people's code, which may fail in any way
            what = str(error) if isinstance(error, KiebitzError) else error_text(error)
            raise ArenaError(f"solver {text}: {what}") from None
        finally:
            heartbeat.done()
    return found


def prepared(solvers: Sequence[str], heartbeat: Unwatched, expected: Programs | None) -> Programs | str:
    """Makes every solver in a worker. Returns its programs if none are expected, else an empty text, or what is wrong.

    expected: the programs that the arena's results come from.
    """
    try:
        found = made(solvers, heartbeat)
    except ArenaError as error:
        return str(error)
    if expected is None:
        return found
    for text, here, there in zip(solvers, found.code, expected.code, strict=True):
        if here != there:
            return f"solver {text}: a worker has other code ({here}) than the arena ({there}); install the same code"
    return ""


def examined(plan: Any) -> Programs:
    """The programs of a plan's solvers. Code of others runs in a process that ends afterwards.

    Raises ArenaError if a solver cannot be made.
    """
    if all(map(is_built_in, plan.solvers)):
        return made(plan.solvers, Unwatched())
    process = SolverProcess(plan)
    start = time.monotonic()
    try:
        while (answer := process.take()) is None:
            if process.died() or time.monotonic() - start > MAKE_LIMIT:
                raise not_made(process, plan.solvers)
            time.sleep(CHECK)
    finally:
        process.close()
    if isinstance(answer, str):
        raise ArenaError(answer)
    found: Programs = answer
    return found


def not_made(process: SolverProcess, solvers: Sequence[str]) -> ArenaError:
    """The error for a process that died or hangs while it made a solver."""
    deciding = process.heartbeat.read()
    died = process.died()
    process.close()
    what = "its process died while it was made" if died else f"is not made after {MAKE_LIMIT:g} s"
    return ArenaError(f"solver {solvers[deciding.seat] if deciding is not None else '(none yet)'}: {what}")


def parameters(solver: Any) -> dict[str, Any]:
    """A solver's parameters by name. A value for which JSON has no form is a text."""
    fields = dataclasses.fields(solver) if dataclasses.is_dataclass(solver) else ()
    values = {f.name: getattr(solver, f.name) for f in fields}
    return {name: v if isinstance(v, int | float | str | None) else repr(v) for name, v in values.items()}


def code_of(text: str, solver: object) -> str:
    """The name of a solver's code: `version ...`, or `source ...` with a digest."""
    version = getattr(solver, "version", None)
    if isinstance(version, str | int | float):
        return f"version {version}"
    names = {module_of(text), type(solver).__module__}
    roots = {name.partition(".")[0] for name in names if name} - {"kiebitz", "builtins", "__main__"}
    return f"source {digest(path for root in sorted(roots) for path in sources(root))}"


def digest(paths: Iterable[Path]) -> str:
    """A digest of the names and contents of files. Their folder does not count, so every machine finds the same."""
    found = blake2b(digest_size=8)
    for path in paths:
        content = path.read_bytes()
        found.update(f"{path.name} {len(content)} ".encode() + content)
    return found.hexdigest()


def sources(root: str) -> Iterator[Path]:
    """The files of a module or package, and of all that it imports from the same folder, in a fixed order.

    root: its name, without a dot. It has been imported.
    """
    module = sys.modules[root]
    places = list(getattr(module, "__path__", None) or filter(None, [getattr(module, "__file__", None)]))
    waiting, known = [Path(place) for place in places], set[Path]()
    installed = {Path(sysconfig.get_path(name)) for name in ("purelib", "platlib", "stdlib")}
    while waiting:
        place = waiting.pop()
        if place in known or not place.exists():
            continue
        known.add(place)
        for file in files(place):
            yield file
            if place.parent not in installed:  # what is installed beside it belongs to other packages
                waiting += beside(place.parent, file)


def files(place: Path) -> list[Path]:
    """A file, or the files with code in a folder."""
    if place.is_file():
        return [place]
    return sorted(path for path in place.rglob("*") if path.suffix in CODE and path.is_file())


def beside(folder: Path, file: Path) -> list[Path]:
    """The modules and packages in a folder that a file imports by their full names, in the order of their names."""
    names: set[str] = set()
    with suppress(SyntaxError, ValueError):  # compiled code, for example
        for node in ast.walk(ast.parse(file.read_bytes() if file.suffix == ".py" else b"")):
            if isinstance(node, ast.Import):
                names |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names.add(node.module.partition(".")[0])
    packages = [folder / name for name in sorted(names) if (folder / name / "__init__.py").is_file()]
    return [*(path for name in sorted(names) if (path := folder / f"{name}.py").is_file()), *packages]


def own_code() -> str:
    """A digest of this package's own code that decides games: engine, bindings, notation and solvers."""
    folders = [import_module(name).__path__[0] for name in ("kiebitz.engine", "kiebitz.notation", "kiebitz.solvers")]
    bindings = sorted(path for path in Path(kiebitz.__path__[0]).iterdir() if path.suffix in CODE)
    return digest([*bindings, *(path for folder in folders for path in files(Path(folder)))])
