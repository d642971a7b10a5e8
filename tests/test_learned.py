"""The learned value: its use with one ply, and its learning."""

import numpy as np
import pytest
from scipy.stats import norm

import kiebitz
from kiebitz import weights
from kiebitz.errors import IllegalMoveError
from kiebitz.learned import expected, feature_names, features, features_after, self_play, static_move, values
from kiebitz.match import play_match
from tools.train_self_play import LearningTask, Sums, margins, train

LEARNED = [name for name in kiebitz.GAMES if weights.load(name)]


def middle(name, seed=5, moves=12):
    """A position some greedy moves after the deal."""
    position = kiebitz.game(name).deal(seed)
    for _ in range(moves):
        position.play(position.greedy_move())
    return position


@pytest.mark.parametrize("name", LEARNED)
def test_the_shipped_weights_belong_to_the_features_of_the_engine(name):
    learned = weights.load(name)
    game = kiebitz.game(name)
    assert learned["features"] == feature_names(game)
    for players, value in learned["players"].items():
        table = np.array(value["weights"])
        assert table.shape == (game.phases, len(feature_names(game))), players
        assert np.isfinite(table).all()
        assert len(value["deviations"]) == game.phases
        assert min(value["deviations"]) > 0
        assert value["command"].startswith("python -m ")


@pytest.mark.parametrize("name", LEARNED)
def test_a_value_is_learned_for_every_number_of_players(name):
    game = kiebitz.game(name)
    least, most = game.notation.player_limits(game.options)
    assert set(weights.load(name)["players"]) == {str(players) for players in range(least, most + 1)}


@pytest.mark.parametrize("name", LEARNED)
def test_expected_scores_are_the_scores_and_the_weighted_features(name):
    position = middle(name)
    phase, rows = features(position)
    weighted = rows @ np.array(weights.load(name)["players"]["2"]["weights"][phase])
    assert expected(position) == pytest.approx(np.array(position.scores) + weighted, rel=1e-3, abs=0.05)


@pytest.mark.parametrize("name", LEARNED)
def test_at_the_end_the_scores_are_what_is_expected(name):
    position = kiebitz.game(name).deal(3)
    while not position.over:
        position.play(position.greedy_move())
    assert expected(position) == position.scores
    with pytest.raises(ValueError, match="over"):
        features(position)
    with pytest.raises(IllegalMoveError, match="over"):
        static_move(position)


@pytest.mark.parametrize("name", LEARNED)
def test_valuing_moves_leaves_the_position_as_it_was(name):
    position = middle(name)
    before = position.to_line()
    margins, wins, deviation = values(position)
    assert len(margins) == len(wins) == len(position.legal_moves())
    assert ((wins >= 0) & (wins <= 1)).all()
    assert deviation > 0
    static_move(position)
    assert position.to_line() == before


@pytest.mark.parametrize("name", LEARNED)
def test_the_chosen_move_is_among_the_best_tenth_of_all_moves(name):
    for seed in range(5):
        view = middle(name, seed).view()
        margins, _, _ = values(view)
        chosen = list(view.legal_moves()).index(static_move(view))
        # The orders of a trade have one value. They count as one move.
        assert margins[chosen] >= np.quantile(np.unique(margins.round(3)), 0.9)


@pytest.mark.parametrize("name", LEARNED)
def test_one_ply_beats_greedy(name):
    game = kiebitz.game(name)
    ahead = []
    for deal in range(100):
        for seats in (("static", "greedy"), ("greedy", "static")):
            scores = play_match(game, deal, list(seats), [0, 0])[3]
            ahead.append((scores[0] - scores[1]) * (1 if seats[0] == "static" else -1))
    pairs = np.array(ahead).reshape(-1, 2).mean(axis=1)
    assert pairs.mean() > 2 * pairs.std() / len(pairs) ** 0.5


def test_weights_of_another_shape_are_refused():
    game = kiebitz.game("kwatro")
    with pytest.raises(ValueError, match="shape"):
        game.learn(np.ones((1, 2), np.float32), np.ones(1, np.float32))
    assert not game.learned


def test_a_game_learns_once():
    game = kiebitz.game("kwatro")
    weights.ensure(game)
    weights.ensure(game)
    rows = np.zeros((game.phases, len(feature_names(game))), np.float32)
    with pytest.raises(ValueError, match="already"):
        game.learn(rows, np.ones(game.phases, np.float32))


def test_learning_is_the_same_from_the_same_seed():
    first, second, other = (
        train(LearningTask("kwatro", 2, games=60, seed=seed), rounds=2, workers=2) for seed in (1, 1, 2)
    )
    assert (first[0] == second[0]).all()
    assert (first[1] == second[1]).all()
    assert (first[0] != other[0]).any()


def test_samples_have_the_points_that_followed():
    game = kiebitz.game("kwatro", players=3)
    rows, phases, players, to_come, scores, games = self_play(game, 1, 0, 20, "greedy", 10)
    assert rows.shape == (len(phases), len(feature_names(game)))
    assert (players.reshape(-1, 3) == [0, 1, 2]).all()
    final = scores + to_come
    for number in range(20):
        of_game = (final[games == number]).reshape(-1, 3)
        assert (of_game == of_game[0]).all()


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("name", LEARNED)
def test_margins_of_several_players_are_not_flattered_by_the_highest_mean(name, players):
    game, said, came, deviations = kiebitz.game(name, players), [], [], []
    for seed in range(30):
        position, seats = game.deal(seed), []
        while not position.over:
            margins, _, deviation = values(position.view())
            best = int(np.argmax(margins))
            seats.append(position.to_move)
            said.append(margins[best])
            deviations.append(deviation)
            position.play(position.legal_moves()[best])
        came += [position.margin(seat) for seat in seats]
    # To the highest mean alone it is a third of the deviation.
    assert abs(np.mean(said) - np.mean(came)) < 0.16 * np.mean(deviations)


def highest(means, sd):
    """Mean of the highest of normal variables, two after two by the moments of their maximum (Clark 1961)."""
    mean, variance = means[0], sd**2
    for other in means[1:]:
        theta = np.sqrt(variance + sd**2)
        alpha = (mean - other) / theta
        first, second, density = norm.cdf(alpha), norm.cdf(-alpha), theta * norm.pdf(alpha)
        one = mean * first + other * second + density
        two = (mean**2 + variance) * first + (other**2 + sd**2) * second + (mean + other) * density
        mean, variance = one, two - one**2
    return mean


@pytest.mark.parametrize("players", [3, 4, 6])
def test_the_margin_among_several_is_to_the_mean_of_the_highest_other_score(players):
    learned = weights.load("quanto")["players"][str(players)]
    table, deviations = np.array(learned["weights"], np.float32), learned["deviations"]
    compared = 0
    for seed in range(10):
        position = kiebitz.game("quanto", players).deal(seed)
        for _ in range(3 * players):
            position.play(position.greedy_move())
        view = position.view()
        for phase, now, rows, found in zip(*features_after(view), values(view)[0], strict=True):
            if phase >= 0:
                scores = now + rows @ table[phase]
                others = np.delete(scores, view.to_move)
                wanted = scores[view.to_move] - highest(others, deviations[phase] / 2**0.5)
                assert found == pytest.approx(wanted, abs=1e-3)
                compared += 1
    assert compared > 50


def test_the_regression_finds_the_weights_that_made_the_data():
    chance = np.random.default_rng(1)
    true = np.array([[1.0, -2.0, 3.0], [0.5, 0.0, -1.0]])
    rows = chance.standard_normal((4000, 3)).astype(np.float32)
    phases = chance.integers(0, 2, 4000)
    target = (rows * true[phases]).sum(axis=1) + chance.standard_normal(4000)
    sums = Sums(2, 3)
    sums.add(rows, phases, target)
    assert sums.solve() == pytest.approx(true, abs=0.1)


def test_margins_of_samples_are_to_the_best_other_seat():
    assert margins(np.array([5.0, 3.0, 9.0, 1.0, 1.0, 2.0]), 3).tolist() == [-4, -6, 4, -1, -1, 1]
    assert margins(np.array([5.0, 3.0]), 1).tolist() == [5, 3]
