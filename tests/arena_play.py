"""What the tests of the arena share: playing in this process, and what must be equal between two runs."""

import sqlite3
from contextlib import closing
from dataclasses import replace

from kiebitz.arena.match import Unwatched, play_units
from kiebitz.arena.plan import Plan
from kiebitz.arena.pool import LocalPool
from kiebitz.arena.run import run_arena
from kiebitz.arena.store import Store

GREEDY_RANDOM = Plan("kwatro", ("greedy", "random"), seed=5)


class InProcess:
    """A pool that plays in this process, one unit after the other."""

    def __init__(self, plan):
        self.plan = plan

    def play(self, units):
        game = self.plan.make_game()
        for unit in units:
            yield play_units(self.plan, game, [unit], {}, Unwatched())

    def close(self):
        """There is nothing to end."""


def here(plan, path, games, **options):
    return run_arena(plan, path, games, lambda: InProcess(plan), **options)


def in_processes(plan, path, games, workers, **options):
    return run_arena(plan, path, games, lambda: LocalPool(plan, workers), **options)


def facts(path, plan):
    """Everything that was played, without times."""
    store = Store.open(path, plan)
    try:
        return [
            record._replace(games=tuple(game._replace(times=b"") for game in record.games)) for record in store.units()
        ]
    finally:
        store.close()


def as_begun_in_format(number, path):
    """Removes from a file the columns that an older format did not have."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DELETE FROM arena WHERE key IN ('code', 'rules_version')")
        database.execute("ALTER TABLE game DROP COLUMN traceback")
        if number < 4:
            database.execute("ALTER TABLE unit DROP COLUMN dealt")
        if number < 2:
            database.execute("ALTER TABLE game DROP COLUMN wins")
        database.execute("UPDATE arena SET value = ? WHERE key = 'format'", (str(number),))


def timeless(report):
    """A JSON report without thinking times."""
    table = [{key: value for key, value in row.items() if key != "ms_per_move"} for row in report["table"]]
    return {**report, "table": table}


def changed(plan, **values):
    return replace(plan, **values)
