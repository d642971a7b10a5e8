"""One ply: the points of a move and the learned value of what is left after it; no search."""

from dataclasses import dataclass

import numpy as np

from kiebitz.learned import static_move, values
from kiebitz.solvers.advice import Advice, Ranked
from kiebitz.solvers.budget import Meter
from kiebitz.solvers.explain import reasons


@dataclass(frozen=True)
class Static:
    """The move after which the learned value expects most, by what the player to move knows."""

    def choose(self, view, seed):
        return static_move(view)

    def advise(self, view, budget):
        meter = Meter(budget)
        moves = view.legal_moves()
        margins, wins, spread = values(view)
        order = np.lexsort((np.arange(len(moves)), -margins))
        also = {i for i, text in enumerate(moves.texts()) if text in budget.also} if budget.also else set()

        def ranked(i, place):
            margin, reach = float(margins[i]), 1.96 * float(spread)
            why = reasons(view, moves[i]) if place < budget.explained or i in also else ()
            win = float(wins[i])
            return Ranked(
                moves[i], moves[i].points, margin, (margin - reach, margin + reach), win, (0.0, 1.0), visits=0, why=why
            )

        return Advice(
            view.game.name,
            view.names[view.to_move],
            "static",
            False,
            "only move" if len(moves) == 1 else "budget",
            len(moves),
            0,
            meter.seconds,
            budget.seed,
            tuple(ranked(int(i), place) for place, i in enumerate(order)),
        )
