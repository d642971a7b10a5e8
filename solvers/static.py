"""One ply: the points of a move and the learned value of what is left after it; no search."""

from dataclasses import dataclass

import numpy as np

from kiebitz.learned import static_move, values
from kiebitz.solvers.advice import Ranked, advice_of
from kiebitz.solvers.budget import Meter
from kiebitz.solvers.explain import reasons


@dataclass(frozen=True)
class Static:
    """The move after which the learned value expects most, by what the player to move knows."""

    def choose(self, view, seed):
        return static_move(view)

    def advise(self, view, budget):
        moves = view.legal_moves()
        meter = Meter(budget, nodes=len(moves))
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

        stop = "only move" if len(moves) == 1 else "budget"
        return advice_of(view, "static", meter, [ranked(int(i), place) for place, i in enumerate(order)], stop)
