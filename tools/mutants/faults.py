"""The planted faults: read from a data file, checked against the tree, written into a copy of it."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from kiebitz.errors import KiebitzError

DATA = Path(__file__).with_name("faults.toml")


class FaultError(KiebitzError):
    """A fault that cannot be planted, or a data file that cannot be read."""


@dataclass(frozen=True)
class PlantedFault:
    """One small fault of a source file.

    name: unique name of the fault.
    file: path of the file from the root of the tree.
    before: text of the file; it stands there exactly once.
    after: the wrong text that replaces it.
    why: the consequence of the fault for users.
    tests: files or tests that should notice the fault, as arguments of pytest.
    """

    name: str
    file: str
    before: str
    after: str
    why: str
    tests: tuple[str, ...]

    @property
    def compiled(self) -> bool:
        """Whether the fault needs modules to be built again."""
        return self.file.endswith((".pyx", ".pxd"))

    def planted(self, tree: Path) -> str:
        """The text of the file with the fault. Raises FaultError if `before` does not occur exactly once."""
        path = tree / self.file
        if not path.is_file():
            raise FaultError(f"{self.name}: there is no file {self.file}")
        text = path.read_text()
        if (found := text.count(self.before)) != 1:
            raise FaultError(f"{self.name}: the text is found {found} times in {self.file}, not once: {self.before!r}")
        return text.replace(self.before, self.after)


class Clean(NamedTuple):
    """No fault. The tests must pass on the unchanged tree, or a failing test would tell nothing about a fault."""

    tests: tuple[str, ...]
    name: str = "nothing planted"
    compiled: bool = False


def read(path: Path = DATA) -> list[PlantedFault]:
    """All faults of a data file. Raises FaultError with the mistake in the file."""
    try:
        entries = tomllib.loads(path.read_text())["fault"]
        faults = [PlantedFault(**{**entry, "tests": tuple(entry["tests"])}) for entry in entries]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise FaultError(f"{path}: {error}") from None
    names = [fault.name for fault in faults]
    for fault in faults:
        if names.count(fault.name) > 1:
            raise FaultError(f"{path}: two faults are named {fault.name!r}")
        if fault.before == fault.after or not fault.tests:
            raise FaultError(f"{path}: {fault.name} changes nothing, or names no tests")
    return faults
