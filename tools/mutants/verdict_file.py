"""The file of verdicts, with which an interrupted sample continues."""

import json
from hashlib import sha256
from pathlib import Path

from tools.mutants.faults import Clean, PlantedFault
from tools.mutants.trial import Verdict

SOURCES = (".py", ".pyx", ".pxd")
NO_SOURCES = (".git", ".venv", "build")


class VerdictFile:
    """Verdicts on one state of the sources, one a line. Verdicts on another state are deleted.

    path: the file.
    tree: root of the tree with the sources.
    """

    def __init__(self, path: Path, tree: Path):
        self.path = path
        state = digest_of_sources(tree)
        head, *lines = path.read_text().splitlines() if path.exists() else [""]
        if head != state:
            path.write_text(state + "\n")
            lines = []
        self.verdicts = {key: Verdict(*verdict) for key, verdict in map(json.loads, lines)}

    def find(self, fault: PlantedFault | Clean) -> Verdict | None:
        """The kept verdict on a fault; None if there is none."""
        return self.verdicts.get(key_of(fault))

    def add(self, fault: PlantedFault | Clean, verdict: Verdict) -> None:
        """Keeps one more verdict."""
        self.verdicts[key_of(fault)] = verdict
        with self.path.open("a") as file:
            file.write(json.dumps([key_of(fault), verdict]) + "\n")


def key_of(fault: PlantedFault | Clean) -> str:
    """A hash of all fields of a fault."""
    return sha256(repr(fault).encode()).hexdigest()[:16]


def digest_of_sources(tree: Path) -> str:
    """A hash of all sources and tests, also of those that are not committed."""
    digest = sha256()
    for folder in sorted(path for path in tree.iterdir() if path.is_dir() and path.name not in NO_SOURCES):
        for path in sorted(path for path in folder.rglob("*") if path.suffix in SOURCES):
            digest.update(path.relative_to(tree).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()
