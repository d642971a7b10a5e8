"""The speed benchmark's signature and shape, the gate against regressions, and the fits of the margin model."""

import json
import subprocess
import sys

import numpy as np
import pytest
from command import run

import kiebitz
from kiebitz.benchmarks import compare, speed, workloads
from kiebitz.endgame import perfect_information
from kiebitz.search import Playouts, make_and_take_back
from kiebitz.solvers import SOLVERS
from kiebitz.solvers.baselines import Random
from tools.tuning import fit_margin_sd, fit_rollout_bias

SHORT = 0.001  # seconds of one measurement
SPEEDS = {"movegen_per_s", "moves_per_s", "playouts_per_s", "greedy_games_per_s"}


@pytest.fixture(scope="module")
def short_slices():
    """Every workload is timed over few repeats: signatures do not depend on how long it is timed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(speed, "SLICE", SHORT)
        yield


@pytest.fixture(scope="module")
def shares():
    """What `measured` told of its progress."""
    return []


@pytest.fixture(scope="module")
def measured(short_slices, shares):
    return speed.bench(shares.append, seconds=0.01)


def test_the_signature_is_the_same_twice(measured):
    assert speed.bench(seconds=0.01)["signature"] == measured["signature"]


def test_the_signature_is_the_same_in_another_process_and_with_longer_slices(measured):
    code = "from kiebitz.benchmarks.speed import bench; print(bench(seconds=0.01)['signature'])"
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert output.strip() == measured["signature"]


def test_the_measurement_has_the_published_shape(measured):
    assert set(measured) == {"signature", "version", "games"}
    assert measured["version"] == kiebitz.__version__
    assert len(bytes.fromhex(measured["signature"])) == speed.SIGNATURE_DIGITS // 2
    assert list(measured["games"]) == list(kiebitz.GAMES)
    for speeds in measured["games"].values():
        assert set(speeds) == {*SPEEDS, "search"}
        assert all(speeds[name] > 0 for name in SPEEDS)
        assert "rollout" in speeds["search"]
        for search in speeds["search"].values():
            assert set(search) == {"nodes", "nodes_per_s"}
            assert search["nodes"] > 0  # a search that is sure of its move stops before its budget is used up
            assert search["nodes_per_s"] > 0
    json.dumps(measured)


def test_solvers_that_do_not_search_and_second_names_are_not_timed(measured):
    for speeds in measured["games"].values():
        assert not {"random", "greedy"} & set(speeds["search"])


def test_another_result_gives_another_signature(monkeypatch):
    monkeypatch.setattr(kiebitz, "GAMES", ["quanto"])
    results = {("kwatro", "engine", "moves_per_s"): (10, 20)}
    other = {("kwatro", "engine", "moves_per_s"): (10, 21)}
    assert speed.signature(results) == speed.signature(dict(results))
    assert speed.signature(results) != speed.signature(other)


@pytest.mark.parametrize("name", kiebitz.GAMES)
def test_every_solver_is_in_the_signature_with_its_choices(name):
    found = speed.answers(name)
    assert set(found) == set(SOLVERS)
    silent = {solver for solver, moves in found.items() if not any(moves)}
    assert silent == ({"endgame"} if name == "qwinto" else set())  # where something stays hidden to the end


def test_a_solver_that_is_not_timed_and_plays_differently_gives_another_signature(monkeypatch):
    monkeypatch.setattr(kiebitz, "GAMES", ["quanto"])
    before = speed.signature({})
    assert speed.signature({}) == before
    for name in ("static", "heuristic", "oracle", "endgame"):
        with monkeypatch.context() as patched:
            patched.setitem(SOLVERS, name, Contrary)
            assert speed.signature({}) != before


class Contrary(Random):
    """Plays random moves."""

    def advise_position(self, position, budget):
        return self.advise(position.view(), budget)


@pytest.mark.parametrize("name", ["kwatro", "quanto"])
def test_endings_are_positions_in_which_nothing_is_hidden(name):
    states = speed.endings(name)
    assert states
    assert all(perfect_information(state.view()) for state in states)


def test_a_workload_that_changes_its_result_is_an_error():
    results = iter(range(1, 1000))
    with pytest.raises(AssertionError, match="gave"):
        workloads.timed(lambda: (1, next(results)), 0.05)


def test_progress_rises_to_the_end(measured, shares):
    assert shares == sorted(shares)
    assert shares[-1] == 1


@pytest.mark.parametrize("name", kiebitz.GAMES)
def test_positions_are_spread_over_the_game(name):
    states = workloads.positions(name, seeds=[1])
    assert len({state.to_line() for state in states}) == workloads.PARTS
    assert not any(state.over for state in states)


@pytest.mark.parametrize("name", kiebitz.GAMES)
def test_made_moves_are_taken_back(name):
    position = workloads.positions(name, seeds=[1])[0]
    before = position.copy()
    made, total = make_and_take_back(position, 1)
    assert position == before
    assert make_and_take_back(position, 3) == (3 * made, 3 * total)


@pytest.mark.parametrize("name", kiebitz.GAMES)
def test_random_games_depend_on_their_own_seed_only(name):
    playouts = Playouts(kiebitz.game(name), "random")
    moves, scores = zip(*(playouts.run(seed, 1) for seed in range(5)), strict=True)
    assert playouts.run(0, 5) == (sum(moves), sum(scores))
    assert len(set(moves)) > 1


def test_a_policy_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="one of greedy, random"):
        Playouts(kiebitz.game("kwatro"), "clever")


def rates(ratio, noise=0.05, rounds=20, seed=1):
    """(old, new) rates on a machine whose speed changes by a third, for all processes alike."""
    chance = np.random.default_rng(seed)
    machine = 1e6 * np.exp(0.3 * chance.standard_normal(rounds))
    old, new = np.exp(noise * chance.standard_normal((2, rounds)))
    return machine * old, machine * new * ratio


@pytest.mark.parametrize(("ratio", "slower", "faster"), [(1, False, False), (0.8, True, False), (1.25, False, True)])
def test_the_gate_sees_changes_beyond_the_noise(ratio, slower, faster):
    comparison = compare.compare(*rates(ratio))
    assert (comparison.slower, comparison.faster) == (slower, faster)
    assert comparison.low <= comparison.ratio <= comparison.high
    assert comparison.ratio == pytest.approx(ratio, rel=0.1)


def test_the_gate_lets_differences_within_the_noise_pass():
    assert not compare.Comparison(0.9, 0.8, 0.975).slower
    assert compare.Comparison(0.9, 0.8, 0.965).slower


def test_the_gate_rarely_fails_when_nothing_changed():
    """At most 1 in 50 measures; a 95 % interval lies below 1 in 1 of 40, below 0.97 less often."""
    failed = sum(compare.compare(*rates(1, seed=seed)).slower for seed in range(400))
    assert failed <= 8


def test_one_slower_measure_fails_the_whole_gate():
    fine, bad = compare.Comparison(1.0, 0.99, 1.01), compare.Comparison(0.9, 0.89, 0.91)
    assert compare.exit_status({"a": fine, "b": fine}) == 0
    assert compare.exit_status({"a": fine, "b": bad}) == 1


def test_both_versions_have_the_same_place_in_a_round_on_average():
    for number in range(2):
        turns = compare.turns(number)
        assert sum(place for place, version in enumerate(turns) if version == 0) == 3
        assert turns.count(0) == turns.count(1) == 2


def test_a_version_compared_with_itself_is_measured_and_has_the_same_results(capsys):
    status = compare.main(["--old", sys.executable, "--new", sys.executable, "--rounds", "1", "--seconds", "0.001"])
    lines = capsys.readouterr().out.splitlines()[1:]
    assert status in (0, 1)  # one round proves nothing about speed
    assert {line.split()[0] for line in lines} == set(kiebitz.GAMES)
    assert not any("other results" in line for line in lines)


@pytest.mark.parametrize("python", ["/no/such/python", "false"])
def test_an_interpreter_without_kiebitz_is_bad_input(python, capsys):
    assert compare.main(["--old", python, "--new", sys.executable, "--rounds", "1"]) == 2
    assert python in capsys.readouterr().err


def test_the_fit_finds_the_constants_of_made_up_games():
    chance = np.random.default_rng(3)
    left = chance.integers(2, 66, 200_000).astype(float)
    now = chance.standard_normal(len(left)) * 60
    final = now + np.sqrt(400 + 90 * left) * chance.standard_normal(len(left))
    for fixed, per_card in (
        fit_margin_sd.fit((final - now) ** 2, left),
        fit_margin_sd.fit_wins(now, left, (final > 0).astype(float), (100.0, 100.0)),
    ):
        assert fixed == pytest.approx(400, rel=0.25)
        assert per_card == pytest.approx(90, rel=0.05)


def test_the_fit_finds_the_shift_of_made_up_games():
    chance = np.random.default_rng(4)
    left = chance.integers(2, 66, 200_000).astype(float)
    moves = chance.integers(0, 2, len(left)).astype(float)
    now = chance.standard_normal(len(left)) * 60
    gain = np.where(moves == 1, 12 - 0.3 * left, -5 - 0.1 * left)
    gain[left < 8] = np.where(moves[left < 8] == 1, 50, -20)
    final = now + gain + 40 * chance.standard_normal(len(left))
    shift = fit_margin_sd.fit_shift(now, final, left, moves, 8)
    for found, (fixed, per_card, ending) in zip(shift, ((12, -0.3, 50), (-5, -0.1, -20)), strict=True):
        assert found[0] == pytest.approx(fixed, abs=1)
        assert found[1] == pytest.approx(per_card, abs=0.03)
        assert found[2] == pytest.approx(ending, abs=1.5)
    assert fit_margin_sd.foreseen(shift, now, left, moves, 8) == pytest.approx(now + gain, abs=2)


def test_the_fit_reads_whole_games():
    rows = fit_margin_sd.observations("kwatro", 2, games=3)
    now, final, left, moves = rows.T
    assert moves.mean() == 0.5
    assert now.sum() == final.sum() == 0  # what one seat is ahead the other is behind
    assert left.max() == 65
    assert left.min() > 0


def test_the_command_prints_what_was_measured(monkeypatch, measured):
    monkeypatch.setattr(speed, "bench", lambda progress: measured)
    assert json.loads(run("bench", "--json").stdout)["signature"] == measured["signature"]
    assert measured["signature"] in run("bench").stdout


def test_the_fit_finds_the_rollout_bias_of_made_up_playouts():
    chance = np.random.default_rng(5)
    over = chance.random((6000, 1)) < 0.5
    deviations = np.where(over, 0.0, 120.0) * np.ones((1, 3))
    margins = chance.standard_normal((6000, 1)) * 80 + np.zeros((1, 3))
    true = (margins[:, :1] - np.where(over, 50, 12)) / np.where(over, 90, 120)
    outcomes = (chance.standard_normal((6000, 1)) < true)[:, 0].astype(float)
    cut, ended, bias_sd = fit_rollout_bias.fit(margins, deviations, outcomes)
    assert cut == pytest.approx(12, abs=8)
    assert ended == pytest.approx(50, abs=8)
    assert bias_sd == pytest.approx(90, rel=0.15)


@pytest.mark.parametrize("players", [2, 3])
def test_the_rollout_bias_is_read_from_whole_games_and_playouts_of_the_moves_made(players):
    margins, deviations, outcomes = fit_rollout_bias.observations("kwatro", players, 3, "greedy")
    assert margins.shape == deviations.shape == (len(outcomes), fit_rollout_bias.WORLDS)
    assert (deviations[0] > 50).all()
    assert set(outcomes) <= {0.0, 0.5, 1.0}
