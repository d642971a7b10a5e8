"""kiebitz records: the games of an arena as records."""

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from kiebitz.cli.extras import require_extra

Database = Annotated[
    str, Argument(metavar="FILE.db", help="The file that an arena kept with --db.", show_default=False)
]
To = Annotated[
    str | None, Option("--to", metavar="DIR", help="The folder of the records. The default is FILE-records.")
]
Unit = Annotated[int | None, Option("--unit", min=0, metavar="N", help="Only the games of unit N.")]


def records(database: Database, to: To = None, unit: Unit = None) -> None:
    """Writes every finished game of an arena as a record, one file a game.

    A record has the seed, every hand, every move and every draw. The commands show, legal, hint and check read it. The
    arena may still be running.
    """
    require_extra("scipy", "filelock")
    from kiebitz.arena.game_records import write_records

    folder = Path(to) if to is not None else Path(database).with_suffix("").with_name(f"{Path(database).stem}-records")
    count = write_records(database, folder, unit)
    print(f"{count} {'record' if count == 1 else 'records'} in {folder}")
