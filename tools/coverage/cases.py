"""Answers of a solver, with the results of playing the advised moves on to the end."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

import kiebitz
from kiebitz import Move, Position, View
from kiebitz.solvers import Budget, Solver, make_solver

OPENING = 0.2  # one decision in five is random, so that positions differ from each other


@dataclass(frozen=True)
class Settings:
    """How answers are made and played on.

    game, players: the game.
    solver: the solver whose answers are measured.
    nodes: limit of nodes of an answer.
    player: the solver that plays on.
    playing_nodes: limit of nodes of its decisions.
    playouts: number of worlds in which a move is played on.
    """

    game: str
    players: int
    solver: str
    nodes: int
    player: str
    playing_nodes: int
    playouts: int


@dataclass(frozen=True)
class Case:
    """An answer and what came of it.

    line: the view in one line.
    pile: cards left to draw.
    deviation: standard deviation of the final margin by the margin model, in points.
    margin, margin_ci, win, win_ci, exact, sure: of the first move of the answer.
    lead: margin of the first move minus that of the second one, in points; 0 if the answer has only one.
    results: final (margin, share of the win) after the first move, one for each playout.
    others: the same for the second move; empty if the answer has only one.
    """

    line: str
    pile: int
    deviation: float
    margin: float
    margin_ci: tuple[float, float]
    win: float
    win_ci: tuple[float, float]
    exact: bool
    sure: bool
    lead: float
    results: list[tuple[float, float]]
    others: list[tuple[float, float]]


def case(settings: Settings, number: int) -> Case:
    """Case number `number`: a random decision of a game, answered and played on."""
    rng = np.random.default_rng([number, settings.players])
    player = make_solver(settings.player)
    view = a_decision(settings, player, rng)
    advice = make_solver(settings.solver).advise(view, Budget(nodes=settings.nodes, seed=number, explained=0))
    best, *rest = advice.moves
    _, low, high, _ = view.outlook()
    return Case(
        line=view.to_line(),
        pile=view.pile_size,
        deviation=(high - low) / 3.92,
        margin=best.margin,
        margin_ci=best.margin_ci,
        win=best.win,
        win_ci=best.win_ci,
        exact=best.exact,
        sure=advice.stop == "confident",
        lead=best.margin - rest[0].margin if rest else 0.0,
        results=played_on(settings, player, view, best.move),
        others=played_on(settings, player, view, rest[0].move) if rest else [],
    )


def a_decision(settings: Settings, player: Solver, rng: np.random.Generator) -> View:
    """The view of a random decision with more than one move."""
    while True:
        position = kiebitz.game(settings.game, settings.players).deal(int(rng.integers(1 << 40)))
        seen = []
        while not position.over:
            moves = position.legal_moves()
            if len(moves) > 1:
                seen.append(position.view())
            if rng.random() < OPENING and len(seen) < 10:
                position.play(moves[int(rng.integers(len(moves)))])
            else:
                position.play(decided(settings, player, position, int(rng.integers(1 << 40))))
        if seen:
            return seen[int(rng.integers(len(seen)))]


def decided(settings: Settings, player: Solver, position: Position, seed: int) -> Move:
    """The move of the player."""
    return player.advise(position.view(), Budget(nodes=settings.playing_nodes, seed=seed, explained=0)).best.move


def played_on(settings: Settings, player: Solver, view: View, move: Move) -> list[tuple[float, float]]:
    """The final (margin, share of the win) of the player to move after a move, in each sampled world."""
    found = []
    assert view.to_move is not None
    for number in range(settings.playouts):
        position = view.sample(number)
        position.play(move)
        while not position.over:
            position.play(decided(settings, player, position, number))
        found.append((float(position.margin(view.to_move)), position.win_share(view.to_move)))
    return found


class CaseFile:
    """A file of cases, a line for each. It belongs to one way of measuring.

    path: the file.
    settings: how answers are made and played on. Raises KiebitzError if the file was made in another way.
    """

    def __init__(self, path: Path, settings: Settings) -> None:
        self.path = path
        self.cases: list[Case] = []
        head = json.dumps(asdict(settings))
        if not path.exists():
            path.write_text(f"{head}\n")
            return
        first, *lines = path.read_text().splitlines()
        if first != head:
            raise kiebitz.KiebitzError(f"{path}: was made with {first}; repeat these options or name another file")
        self.cases = [Case(**entry) for entry in read(lines)]

    def add(self, found: Case) -> None:
        """Keeps a case."""
        self.cases.append(found)
        with self.path.open("a") as file:
            file.write(json.dumps(asdict(found)) + "\n")


def read(lines: list[str]) -> Iterator[dict[str, Any]]:
    """The entries of these lines. A last line that was cut off is left out."""
    for line in lines:
        try:
            yield json.loads(line)
        except json.JSONDecodeError:
            return
