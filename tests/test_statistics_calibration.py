"""Calibration figures are right on known data, noise does not change them, and their intervals cover."""

import numpy as np
import pytest

from kiebitz.arena.statistics.calibration import calibration


def predictions(stream, games, positions, bias=0.0):
    """Positions of a game share its result; the truth is `bias` below the prediction. Shapes (games * positions,)."""
    truth = np.repeat(stream.uniform(0.1, 0.9, games), positions)
    came = np.repeat(stream.random(games) < truth[::positions], positions)
    return np.clip(truth + bias, 0, 1), came.astype(float), np.repeat(np.arange(games), positions)


def test_brier_score_and_bins_are_plain_means():
    found = calibration([0.1, 0.1, 0.8, 1.0], [0, 1, 1, 1])
    assert found.brier.mean == pytest.approx((0.01 + 0.81 + 0.04) / 4)
    assert [(row.low, row.count, row.came.mean) for row in found.bins] == [(0.1, 2, 0.5), (0.8, 1, 1), (0.9, 1, 1)]
    assert found.error == pytest.approx((2 * 0.4 + 0.2) / 4)


def test_the_reference_is_the_score_of_always_predicting_the_mean():
    came = np.array([0, 0, 0, 1, 0.5])
    assert calibration([0.2, 0.9, 0.4, 0.7, 0.1], came).reference == pytest.approx(
        calibration(np.full(5, came.mean()), came).brier.mean
    )


def test_perfect_predictions_have_no_error_and_predictions_of_one_half_have_a_quarter():
    came = np.tile([0.0, 1.0], 50)
    assert calibration(came, came).brier == (0, 0, 0)
    assert calibration(came, came).error == 0
    assert calibration(np.full(100, 0.5), came).brier.mean == 0.25


def test_noise_alone_looks_like_the_floor_and_not_like_miscalibration():
    stream = np.random.default_rng(1)
    found = [calibration(*predictions(stream, 400, 5)) for _ in range(100)]
    errors, floors = np.array([(one.error, one.floor) for one in found]).T
    assert errors.mean() == pytest.approx(floors.mean(), rel=0.1)
    assert np.mean([one.corrected for one in found]) < 0.75 * errors.mean()
    assert np.mean([one.low == 0 for one in found]) >= 0.97


@pytest.mark.parametrize("bias", [0.0, 0.05, 0.1])
@pytest.mark.parametrize("positions", [1, 8])
def test_the_interval_of_the_error_covers_it_with_positions_of_one_game_together(bias, positions):
    stream = np.random.default_rng(positions)
    found = [calibration(*predictions(stream, 300, positions, bias)) for _ in range(400)]
    assert np.mean([one.low <= bias <= one.high for one in found]) >= 0.94


def test_the_interval_of_the_brier_score_covers_it():
    stream = np.random.default_rng(3)
    truth = np.mean(calibration(*predictions(stream, 200_000, 1)).brier.mean)
    found = [calibration(*predictions(stream, 200, 4)).brier for _ in range(3000)]
    assert np.mean([one.low <= truth <= one.high for one in found]) == pytest.approx(0.95, abs=0.01)


def test_impossible_input_is_refused():
    for predicted, came in (([0.5], [0, 1]), ([], []), ([1.2], [1]), ([0.5], [float("nan")])):
        with pytest.raises(ValueError, match="predictions and results"):
            calibration(predicted, came)
