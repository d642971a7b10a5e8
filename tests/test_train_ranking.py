"""Learning from compared moves: the equations hold exactly for a value that is linear in the features."""

import numpy as np

from tools.train_ranking import equations


def test_the_missing_weights_solve_the_equations_of_exact_margins():
    choice = np.random.default_rng(1)
    truth, base = choice.normal(size=(2, 3)), np.zeros((2, 3))
    phases, scores = np.array([0, 1, 1, 0]), choice.integers(0, 9, size=(4, 2))
    rows = choice.normal(size=(4, 2, 3))
    final = scores + np.einsum("npf,nf->np", rows, truth[phases])
    for player in range(2):
        design, wrong = equations(base, player, phases, scores, rows, final[:, player] - final[:, 1 - player])
        assert np.allclose(design @ truth.ravel(), wrong)
        assert np.allclose(design.sum(axis=0), 0)


def test_a_value_that_is_right_leaves_nothing_to_correct_and_the_rival_is_the_best_other():
    choice = np.random.default_rng(2)
    truth = choice.normal(size=(1, 3))
    phases, scores, rows = np.zeros(5, int), choice.integers(0, 9, size=(5, 4)), choice.normal(size=(5, 4, 3))
    final = scores + np.einsum("npf,nf->np", rows, truth[phases])
    margins = final[:, 2] - np.delete(final, 2, axis=1).max(axis=1)
    assert np.allclose(equations(truth, 2, phases, scores, rows, margins)[1], 0)
    # Another constant for all moves of a position says nothing about which is better.
    assert np.allclose(equations(truth, 2, phases, scores, rows, margins + 7)[1], 0)
