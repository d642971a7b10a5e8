"""Solvers that do not look ahead: random, greedy and heuristic."""

import random as python_random
from dataclasses import dataclass

from kiebitz.solvers.advice import Ranked, advice_of
from kiebitz.solvers.budget import Meter
from kiebitz.solvers.explain import reasons
from kiebitz.solvers.parameters import check_choices


def outlook(view, move, explained):
    """A move's value if nothing but its points were still to come; the interval is the game's own spread."""
    margin, low, high, win = view.outlook(move.points)
    why = reasons(view, move) if explained else ()
    return Ranked(move, move.points, margin, (low, high), win, (0.0, 1.0), visits=0, why=why)


def answer(view, name, budget, meter, moves):
    ranked = [
        outlook(view, move, place < budget.explained or move.text in budget.also) for place, move in enumerate(moves)
    ]
    meter.nodes = len(moves)
    return advice_of(view, name, meter, ranked, "only move" if len(view.legal_moves()) == 1 else "budget")


@dataclass(frozen=True)
class Random:
    """Any legal move, each with the same chance."""

    def choose(self, view, seed):
        moves = view.legal_moves()
        return moves[python_random.Random(seed).randrange(len(moves))]

    def advise(self, view, budget):
        meter, chosen = Meter(budget), self.choose(view, budget.seed)
        asked = [view.move(text) for text in budget.also]
        return answer(view, "random", budget, meter, list(dict.fromkeys([chosen, *asked])))


@dataclass(frozen=True)
class Greedy:
    """The most immediate points this turn, a swap first included; ties by the game's heuristic.

    ties: random for the plain player that published programs are: of the moves of most points any, a swap counting as a
    move of no points.
    """

    ties: str = "heuristic"

    def __post_init__(self):
        check_choices(self, ties=("heuristic", "random"))

    def choose(self, view, seed):
        if self.ties == "heuristic":
            return view.greedy_move()
        moves = view.legal_moves()
        most = max(move.points for move in moves)
        return python_random.Random(seed).choice([move for move in moves if move.points == most])

    def advise(self, view, budget):
        return first_of_all(view, "greedy", budget, self.choose)


@dataclass(frozen=True)
class Heuristic:
    """The game's hand-written policy, which also plays the playouts; greedy where none is better."""

    def choose(self, view, seed):
        return view.heuristic_move()

    def advise(self, view, budget):
        return first_of_all(view, "heuristic", budget, self.choose)


def first_of_all(view, name, budget, choose):
    """The chosen move, then the others by their points."""
    meter = Meter(budget)
    first = choose(view, budget.seed)
    others = sorted((move for move in view.legal_moves() if move != first), key=lambda move: (-move.points, move.text))
    return answer(view, name, budget, meter, [first, *others])
