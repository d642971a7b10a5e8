"""Nature's outcomes for a viewer have the chances of sampled worlds. Other tests take few outcomes only."""

import numpy as np
import pytest

import kiebitz
from kiebitz.expectimax import ExpectimaxSearch


def after_moves(name, players, moves, seed=3):
    position = kiebitz.game(name, players).deal(seed)
    for _ in range(moves):
        position.play(position.greedy_move())
    return position.view()


def sampled(search, rows, worlds, turns=2, first=0):
    margins = np.empty((len(rows), worlds))
    wins = np.empty_like(margins)
    assert search.sample(np.array(rows, dtype=np.int32), turns, first, margins, wins) == len(rows) * worlds
    return margins, wins


@pytest.mark.parametrize(
    ("name", "players", "moves"), [("qwinto", 1, 24), ("qwinto", 2, 30), ("kwatro", 2, 18), ("quanto", 2, 25)]
)
def test_told_outcomes_and_sampled_worlds_have_the_same_mean(name, players, moves):
    view = after_moves(name, players, moves)
    settings = {"leaf": "margin", "width": 2, "samples": 2, "seed": 5}
    told, unlike, tried = ExpectimaxSearch(view, outcomes=512, **settings), 0, 0
    for row in range(0, len(told), max(len(told) // 40, 1)):
        before = told.sampled
        exact = told.expected(row, 2)
        if told.sampled == before + 1 or tried == 4:  # its own outcomes were sampled, not told
            continue
        tried += 1
        # Worlds of the view itself, in which nature answers from the pile: the outcomes are not asked for.
        worlds = [world_value(view, told, row, seed) for seed in range(60)]
        error = np.std(worlds, ddof=1) / len(worlds) ** 0.5
        unlike += abs(np.mean(worlds) - exact) > 4 * error + 1e-9
    assert tried
    assert unlike == 0


def world_value(view, search, row, seed):
    """The best margin at hand after the next own turn in one sampled world, others greedy."""
    world = view.sample(seed)
    for text in search.texts(row):
        world.play(text)
    while not world.over and world.to_move != view.player:
        world.play(world.greedy_move())
    if world.over:
        return world.margin(view.player)
    return float(ExpectimaxSearch(world.view(), leaf="margin").static_values()[0].max())


def test_as_many_worlds_as_outcomes_are_each_outcome_once():
    view = after_moves("qwinto", 1, 30)
    search = ExpectimaxSearch(view, leaf="margin", seed=9)
    row = int(np.argmax(search.static_values()[0]))
    cycle = search.outcomes(row)
    assert cycle > 1
    for first in (0, cycle, 5 * cycle):
        margins, _ = sampled(search, [row], cycle, first=first)
        assert margins.mean() == pytest.approx(search.expected(row, 2))


def test_worlds_depend_on_seed_and_number_only():
    view = after_moves("kwatro", 2, 10)
    rows = [0, 3]
    whole, _ = sampled(ExpectimaxSearch(view, leaf="margin", samples=2, width=2, seed=4), rows, 6)
    part, _ = sampled(ExpectimaxSearch(view, leaf="margin", samples=2, width=2, seed=4), rows, 4, first=2)
    other, _ = sampled(ExpectimaxSearch(view, leaf="margin", samples=2, width=2, seed=5), rows, 6)
    assert (whole[:, 2:] == part).all()
    assert (whole != other).any()


@pytest.mark.parametrize("samples", [2, 4])
def test_the_maximum_over_few_samples_is_too_high_without_the_correction(samples):
    """The mean over many worlds of a node that takes few samples, against the same node with all outcomes summed."""
    naive, corrected, variance = [], [], 0
    for seed in range(12):
        view = after_moves("qwinto", 1, 16 + seed, seed=seed)
        settings = {"width": 8, "inner": 1, "last": 0}
        exact = ExpectimaxSearch(view, outcomes=512, samples=1, **settings)
        row = int(np.argmax(exact.static_values()[0]))
        cycle = exact.outcomes(row)
        if not 0 < cycle < 30:
            continue
        truth = sampled(exact, [row], cycle, turns=3)[0].mean()
        for found, double_estimator in ((naive, False), (corrected, True)):
            search = ExpectimaxSearch(
                view, outcomes=0, samples=samples, double_estimator=double_estimator, seed=seed, **settings
            )
            cycles = sampled(search, [row], 16 * cycle, turns=3)[0].reshape(16, cycle).mean(axis=1)
            found.append(cycles.mean() - truth)
            variance += cycles.var(ddof=1) / 16 / 2
    error = variance**0.5 / len(naive)
    assert np.mean(naive) > 4 * error
    assert np.mean(corrected) < 2 * error
    assert abs(np.mean(corrected)) < np.mean(naive)
