"""What is fuzzed: each target reads an input of any bytes and fails with anything but its documented errors."""

import contextlib
import random
import tempfile
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

import kiebitz
from kiebitz.errors import IllegalMoveError, NotationError, PositionError, SolverError
from kiebitz.notation.document import from_text
from kiebitz.notation.games import faults_of
from kiebitz.solvers import make_solver, registry
from tools.fuzz.damaged_stores import read_damaged_store

MOST_PLAYED = 60  # decisions before the position of a move


def files(data: bytes) -> None:
    """A position file or record, by its name: encoding, TOML, fields, and what the rules say."""
    path = Path(scratch()) / "position.toml"
    path.write_bytes(data)
    with contextlib.suppress(NotationError):
        faults = kiebitz.check(path)
        with contextlib.suppress(PositionError):
            state = kiebitz.load(path)
            assert not faults, f"check finds {faults}, and load accepts the file"
            examine(state)
            return
        if not faults:
            kiebitz.Record.load(path)  # a record without a known hand has no state


def lines(data: bytes) -> None:
    """A position on one line."""
    with contextlib.suppress(NotationError):
        document = from_text(data.decode("utf-8", "replace"))
        faults = faults_of(document)
        with contextlib.suppress(PositionError):
            examine(kiebitz.parse(data.decode("utf-8", "replace")))
            assert not faults, f"check finds {faults}, and parse accepts the line"
            return
        assert faults, "check finds no fault, and parse refuses the line"


def moves(data: bytes) -> None:
    """A move in words, in one of several positions that the first byte chooses."""
    states = positions()
    position = states[(data[0] if data else 0) % len(states)].copy()
    with contextlib.suppress(NotationError, IllegalMoveError):
        move = position.move(data[1:].decode("utf-8", "replace"))
        assert position.is_legal(move)
        assert position.move(move.text) == move
        position.explain(move)
        position.play(move)


def solvers(data: bytes) -> None:
    """A solver with parameters. Modules are not imported."""
    own = patch.multiple(registry, import_module=import_own, installed_solvers=installed_solvers)
    with own, contextlib.suppress(SolverError):
        repr(make_solver(data.decode("utf-8", "replace")))


def stores(data: bytes) -> None:
    """The file of an arena with the damage that the input describes."""
    read_damaged_store(Path(scratch()), data)


TARGETS: dict[str, Callable[[bytes], None]] = {
    "files": files,
    "lines": lines,
    "moves": moves,
    "solvers": solvers,
    "stores": stores,
}


def examine(state: kiebitz.Position | kiebitz.View) -> None:
    """Asserts that an accepted state is written so that it reads back, and asks it everything that commands ask."""
    for text in (state.to_line(), state.to_toml()):
        again = kiebitz.parse(text)
        assert again == state, f"{text!r} reads back as another state"
    str(state)
    state._repr_html_()  # type: ignore[union-attr]
    if isinstance(state, kiebitz.View):
        state.sample(1)
    if state.over or (isinstance(state, kiebitz.View) and state.player != state.to_move):
        return
    for move in list(state.candidate_moves())[:20]:
        assert state.is_legal(move)
    assert state.is_legal(state.greedy_move())


@cache
def positions() -> list[kiebitz.Position]:
    """Positions of all games, early and late."""
    found = []
    for name in kiebitz.GAMES:
        for seed in range(4):
            position = kiebitz.game(name).deal(seed)
            for _ in range(random.Random(seed).randrange(MOST_PLAYED)):
                if not position.over:
                    position.play(position.greedy_move())
            found.append(position)
    return found


@cache
def scratch() -> str:
    """A folder for the files that a target reads, in memory where the system has such a place."""
    memory = Path("/dev/shm")
    return tempfile.mkdtemp(prefix="kiebitz-fuzz-", dir=memory if memory.is_dir() else None)


def import_own(name: str) -> ModuleType:
    """Stands for `import_module`: imports modules of built-in solvers only, since any other module may run anything."""
    if name in OWN:
        return import_module(name)
    raise ModuleNotFoundError(f"No module named {name!r}", name=name)


installed_solvers = cache(registry.installed_solvers)  # without the cache each text looks through all packages
OWN = {f"kiebitz.solvers.{made.module}" for made in registry.SOLVERS.values() if isinstance(made, registry.BuiltIn)}
