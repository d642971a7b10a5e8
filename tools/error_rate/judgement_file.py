"""The file of judged moves."""

import json
from dataclasses import asdict
from pathlib import Path

import kiebitz
from kiebitz import weights
from kiebitz.errors import KiebitzError
from tools.error_rate.judging import Judge, Judgement


class JudgementFile:
    """Judged moves in a file. The first line holds the judge, every other line a decision.

    path: the file; None to keep the moves in memory only.
    judge: the judge of the moves.

    Raises KiebitzError if the file is of another judge or version.
    """

    def __init__(self, path: Path | None, judge: Judge) -> None:
        head = asdict(judge) | {"version": kiebitz.__version__, "learned": weights.digest(judge.game)}
        self.path = path
        self.head: Judgement = json.loads(json.dumps(head))
        self.records: list[Judgement] = []
        if path and path.exists():
            lines = path.read_text(errors="replace").splitlines()
            kept, *self.records = [record for record in map(read, lines) if record] or [{}]
            if kept != self.head:
                raise KiebitzError(
                    f"{path} was not judged with {self.head}; right would be another file, or the options "
                    f"and version that it begins with"
                )
        # An interrupted run may have left half a line. The new file replaces the old one only when it is complete.
        if path:
            whole = path.with_name(path.name + ".new")
            whole.write_text("".join(json.dumps(record) + "\n" for record in (self.head, *self.records)))
            whole.replace(path)

    def add(self, record: Judgement) -> None:
        """Keeps one more decision."""
        self.records.append(record)
        if self.path:
            with self.path.open("a") as file:
                file.write(json.dumps(record) + "\n")


def read(line: str) -> Judgement | None:
    """The record of a line; None if the line is incomplete."""
    try:
        record: Judgement = json.loads(line)
    except ValueError:
        return None
    return record
