"""Damage of an arena's file: what is broken, and what can be saved."""

import json
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from itertools import groupby
from operator import itemgetter
from os import PathLike, fspath
from shlex import quote
from typing import Any

import numpy as np

from kiebitz.arena.errors import ArenaError
from kiebitz.arena.plan import Plan

# What SQLite raises for a damaged file. Its message may quote damaged text, which then cannot be decoded.
BROKEN = (sqlite3.DatabaseError, UnicodeDecodeError)
SHOWN = 3  # faults in a message
FLOAT = 4  # bytes of a kept number
LONG = 12  # characters that no score has
MOST_LUCK = 1e6  # points; a larger number is none that was measured


def refuse_damaged(path: str | PathLike[str], connection: sqlite3.Connection) -> None:
    """Raises ArenaError if SQLite finds a fault in the file. The message says how many units can be read.

    Raises sqlite3.OperationalError if the file cannot be checked now.
    """
    try:
        faults = [text for (text,) in connection.execute("PRAGMA integrity_check")]
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if type(error) not in BROKEN:  # locked by another program, for example
            raise
        faults = [str(error)]
    if faults == ["ok"]:
        return
    name, units = fspath(path), readable_units(connection)
    save = f"sqlite3 {quote(name)} .recover | sqlite3 saved.db"
    advice = f"save them with: {save}; then repeat the command with --db saved.db"
    raise ArenaError(
        f"{name}: is damaged, or no database ({'; '.join(faults[:SHOWN])}); "
        + (f"{units} units can be read; {advice}" if units else "no unit can be read; give another --db")
    )


def readable_units(connection: sqlite3.Connection) -> int:
    """The number of units that have a game before the first place that cannot be read."""
    found: set[object] = set()
    with suppress(sqlite3.DatabaseError, UnicodeDecodeError):
        found.update(unit for (unit,) in connection.execute("SELECT unit FROM game"))
    return len(found)


def damaged_units(connection: sqlite3.Connection, columns: str, plan: Plan) -> dict[int, str]:
    """By number, the units that are not whole, each with its first fault.

    columns: the columns of a game, as for `fault_of_game`.

    Raises sqlite3.OperationalError if a table or column is missing.
    """
    kept = dict(connection.execute("SELECT number, deal FROM unit"))
    found = dict.fromkeys(kept, "no game is there")
    rows = connection.execute(f"SELECT {columns} FROM game ORDER BY unit, number")
    for unit, games in groupby(rows, key=itemgetter(0)):
        fault = fault_of_unit(plan, unit, kept.get(unit), list(games))
        found.pop(unit, None)
        if fault:
            found[unit] = fault
    return found


def fault_of_unit(plan: Plan, unit: Any, deal: object, games: Sequence[tuple[Any, ...]]) -> str:
    """The first fault of a unit; empty if it is whole.

    deal: the kept seed of its deal; None if it has no row in the table `unit`.
    games: its rows of the table `game`, in the order of their numbers.
    """
    if not isinstance(unit, int) or unit < 0:
        return "its number is impossible"
    if deal is None:
        return "its row in the table unit is missing"
    if deal != str(plan.deal_of(unit)):
        return "its deal is that of another unit"
    numbers = [game[1] for game in games]
    if missing := sorted({*range(plan.games_a_unit)} - {*numbers}):
        return f"game {missing[0]} is missing"
    if len(numbers) > plan.games_a_unit:
        return "it has a game too many"
    for number, seats in enumerate(plan.seatings_of(unit)):
        if fault := fault_of_game(plan, seats, games[number]):
            return f"game {number} has impossible {fault}"
    return ""


def fault_of_game(plan: Plan, seats: Sequence[int], row: tuple[Any, ...]) -> str:
    """The name of the first column with an impossible value; empty if all are possible."""
    _, _, kept_seats, scores, seat, reason, moves, movers, times, luck, wins, traceback = row
    count = len(movers) if isinstance(movers, bytes) else -1
    possible = {
        "seats": kept_seats == " ".join(map(str, seats)),
        "scores": is_text(scores) and is_scores(scores, plan.players),
        "forfeit": seat is None or (isinstance(seat, int) and 0 <= seat < plan.players and is_text(reason)),
        "movers": count >= 0 and max(movers, default=0) < plan.players,
        "moves": is_text(moves) and (moves.count("\n") + 1 if moves else 0) == count,
        "times": are_numbers(times, count, np.inf),
        "luck": luck is None or (is_text(luck) and is_luck(luck, plan.players)),
        "wins": wins is None or are_numbers(wins, count, 1.0),
        "traceback": traceback is None or is_text(traceback),
    }
    return next((name for name, right in possible.items() if not right), "")


def is_text(value: object) -> bool:
    """Whether a value is a text without broken characters."""
    return isinstance(value, str) and (value.isascii() or not any("\udc80" <= each <= "\udcff" for each in value))


def is_scores(text: str, players: int) -> bool:
    """Whether a text is one whole number for each player."""
    words = text.split()
    return len(words) == players and all(word.removeprefix("-").isdecimal() and len(word) < LONG for word in words)


def are_numbers(value: object, count: int, most: float) -> bool:
    """Whether a value is that many float32, each NaN or in 0..most."""
    if not isinstance(value, bytes) or len(value) != FLOAT * count:
        return False
    numbers = np.frombuffer(value, "<f4")
    return not ((numbers < 0) | (numbers > most)).any()


def is_luck(text: str, players: int) -> bool:
    """Whether a text is the luck of a game: a number, or two numbers, for each player."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return False
    if not isinstance(found, list) or len(found) != players:
        return False
    pairs = [item if isinstance(item, list) else [item] for item in found]
    numbers = [number for pair in pairs for number in pair]
    fitting = all(isinstance(number, int | float) and abs(number) < MOST_LUCK for number in numbers)
    return fitting and {len(pair) for pair in pairs} in ({1}, {2})
