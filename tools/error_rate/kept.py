"""The file of judged moves."""

import json
from dataclasses import asdict

import kiebitz
from kiebitz import weights
from kiebitz.errors import KiebitzError


class Kept:
    """Judged moves in a file, one decision a line after what they were judged with; without a path in memory only."""

    def __init__(self, path, judge):
        self.path, self.records = path, []
        self.head = asdict(judge) | {"version": kiebitz.__version__, "learned": weights.digest(judge.game)}
        self.head = json.loads(json.dumps(self.head))
        if path and path.exists():
            lines = path.read_text(errors="replace").splitlines()
            head, *self.records = [record for record in map(read, lines) if record] or [{}]
            if head != self.head:
                raise KiebitzError(
                    f"{path} was not judged with {self.head}; right would be another file, or the options "
                    f"and version that it begins with"
                )
        if path:  # without the line that broke off; until it is whole the old file stays
            whole = path.with_name(path.name + ".new")
            whole.write_text("".join(json.dumps(record) + "\n" for record in (self.head, *self.records)))
            whole.replace(path)

    def add(self, record):
        self.records.append(record)
        if self.path:
            with self.path.open("a") as file:
                file.write(json.dumps(record) + "\n")


def read(line):
    """What a line says; None if it broke off."""
    try:
        return json.loads(line)
    except ValueError:
        return None
