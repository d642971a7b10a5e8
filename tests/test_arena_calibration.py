"""Calibration of expected wins in an arena: kept expectations, old files, scores by hand, table and diagram."""

import json
import re
import sqlite3
from contextlib import closing

import numpy as np
import pytest
from arena_play import GREEDY_RANDOM, as_begun_in_format, changed, facts, here
from command import run

import kiebitz
from kiebitz.arena import match
from kiebitz.arena.deals import player_seed
from kiebitz.arena.match import Unwatched, play_units
from kiebitz.arena.plan import ArenaError, Plan
from kiebitz.arena.predictions import Predictions
from kiebitz.arena.record import Forfeit, GameRecord
from kiebitz.arena.report import page
from kiebitz.solvers import Budget, make_solver
from kiebitz.solvers.rollout import Rollout

ROLLOUTS = Plan("quanto", ("rollout:worlds=4", "greedy"), seed=2)


def games(plan, units=1):
    return [
        game for record in play_units(plan, plan.make_game(), range(units), {}, Unwatched()) for game in record.games
    ]


def kept(game):
    """(seats of the moves, expectations) of a record."""
    return np.frombuffer(game.movers, dtype=np.uint8), np.frombuffer(game.wins, dtype="<f4")


def record(wins, movers, scores, unit=0, forfeit=None, seats=(0, 1)):
    wins = np.array(wins, dtype="<f4").tobytes()
    return GameRecord(unit, 0, seats, scores, forfeit, "", bytes(movers), b"", wins=wins)


def test_every_decision_keeps_what_its_own_solver_expected():
    for game in games(ROLLOUTS):
        movers, wins = kept(game)
        searching = movers == game.seats.index(0)
        assert ((wins[searching] >= 0) & (wins[searching] <= 1)).all()
        assert np.isnan(wins[~searching]).all()
        assert len(set(wins[searching].tolist())) > 2


def test_the_expectation_is_that_of_the_advice():
    plan = Plan("quanto", ("rollout", "rollout"), worlds=8)
    view = plan.make_game().deal(plan.deal_of(0)).view()
    game = games(plan)[0]
    advice = make_solver("rollout").advise(view, Budget(worlds=8, seed=player_seed(plan.seed, 0, 0, 0, 0)))
    assert kept(game)[1][0] == np.float32(advice.best.win)
    assert make_solver("rollout:worlds=8").choose_and_predict(view, advice.seed) == (advice.best.move, advice.best.win)


@pytest.mark.parametrize("solvers", [("greedy", "random"), ("greedy", "misbehaving:Talk")])
def test_solvers_without_expectations_keep_none(solvers, tmp_path):
    plan = Plan("kwatro", solvers)
    assert [game.wins for game in games(plan)] == [None, None]
    assert here(plan, tmp_path / "a.db", 4).json_report["calibration"] == []


def test_a_subclass_that_chooses_otherwise_is_asked_for_its_own_choice(monkeypatch):
    class Otherwise(Rollout):
        def choose(self, view, seed):
            return view.greedy_move()

    monkeypatch.setattr(match, "make_solver", lambda text: Otherwise(worlds=4))
    view = kiebitz.game("kwatro").deal(1)
    assert match.Player(ROLLOUTS, "otherwise").decide(view, 1) == (view.greedy_move(), None)
    monkeypatch.setattr(match, "make_solver", lambda text: Rollout(worlds=4))
    assert match.Player(ROLLOUTS, "rollout").decide(view, 1)[1] is not None


def test_a_solver_that_expects_nothing_of_a_move_loses_no_game():
    for game in games(Plan("kwatro", ("misbehaving:Expects:win=nothing", "greedy"))):
        assert game.wins is None
        assert game.forfeit is None


@pytest.mark.parametrize("said", ["text", "nan", "1.01", "-0.1", "inf"])
def test_an_expectation_that_is_no_share_of_the_win_loses_the_game(said):
    for game in games(Plan("kwatro", (f"misbehaving:Expects:win={said}", "greedy"))):
        assert "is no share of the win; right would be a number in 0..1, or None" in game.forfeit.reason


def test_the_file_gives_back_what_was_expected(tmp_path):
    here(ROLLOUTS, tmp_path / "a.db", 4)
    stored = [game.wins for unit in facts(tmp_path / "a.db", ROLLOUTS) for game in unit.games]
    assert stored == [game.wins for game in games(ROLLOUTS, 2)]
    assert None not in stored


def test_an_old_file_still_opens_and_its_games_count_as_played_without_expectations(tmp_path):
    path = tmp_path / "old.db"
    before = here(ROLLOUTS, path, 4).json_report
    as_begun_in_format(1, path)
    old = here(ROLLOUTS, path, 4).json_report
    assert old["calibration"] == []
    assert old["table"] == before["table"]
    row = here(ROLLOUTS, path, 8).json_report["calibration"][0]
    assert row["units"] == 2
    assert len(facts(path, ROLLOUTS)) == 4


def test_a_file_of_a_later_format_is_refused(tmp_path):
    path = tmp_path / "a.db"
    here(GREEDY_RANDOM, path, 2)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE arena SET value = '99' WHERE key = 'format'")
    with pytest.raises(ArenaError, match="format 99"):
        here(GREEDY_RANDOM, path, 2)


def test_scores_are_those_computed_by_hand():
    predictions = Predictions(("a", "b"))
    predictions.add(record([0.8, np.nan, 0.6], [0, 1, 0], (9, 1)))
    predictions.add(record([0.1, 0.3, 0.7], [0, 1, 1], (5, 5), unit=1))
    first, second = predictions.rows()
    assert (first["solver"], first["decisions"], first["units"]) == ("a", 3, 2)
    assert first["brier"] == pytest.approx((0.2**2 + 0.4**2 + 0.4**2) / 3)
    assert first["base_rate"] == pytest.approx(2.5 / 3)
    assert first["brier_reference"] == pytest.approx(np.var([1, 1, 0.5]))
    assert first["ece"] == pytest.approx((0.2 + 0.4 + 0.4) / 3)
    assert [part["decisions"] for part in first["bins"]] == [1, 1, 1]
    assert second["brier"] == pytest.approx(0.2**2)


def test_the_same_solver_in_two_seats_makes_one_row():
    predictions = Predictions(("a", "a"))
    predictions.add(record([0.8, 0.3], [0, 1], (9, 1), seats=(1, 0)))
    (row,) = predictions.rows()
    assert (row["decisions"], row["base_rate"]) == (2, 0.5)


def test_forfeited_games_do_not_count_in_the_calibration():
    predictions = Predictions(("a", "b"))
    predictions.add(record([0.8, 0.3], [0, 1], (9, 1), forfeit=Forfeit(1, "over time")))
    assert predictions.rows() == []


def test_decisions_of_one_deal_are_not_taken_for_independent():
    together, apart = Predictions(("a", "b")), Predictions(("a", "b"))
    for unit, won in enumerate([True, False] * 10):
        for game in range(20):
            scores = (9, 1) if won else (1, 9)
            together.add(record([0.5], [0], scores, unit=unit))
            apart.add(record([0.5], [0], scores, unit=20 * unit + game))
    wide, narrow = (np.ptp(p.rows()[0]["bins"][0]["came_ci"]) for p in (together, apart))
    assert wide > 4 * narrow


def test_a_solver_that_always_expects_one_half_in_self_play_is_calibrated(tmp_path):
    solver = "misbehaving:Expects:win=0.5"
    row = here(Plan("kwatro", (solver, solver)), tmp_path / "a.db", 20).json_report["calibration"][0]
    assert row["brier"] == pytest.approx(row["brier_reference"] + (row["base_rate"] - 0.5) ** 2)
    assert row["ece"] < 0.05
    assert row["ece_ci"][0] < 0.01  # not 0: winners make slightly more decisions than losers


def test_the_command_shows_the_calibration_in_json_and_in_its_table(tmp_path):
    arguments = ("--game", "quanto", "--solvers", "rollout:worlds=4,greedy", "--games", "8", "--db", tmp_path / "a.db")
    (row,) = json.loads(run("arena", *arguments, "--json").stdout)["calibration"]
    assert row["solver"] == "rollout:worlds=4"
    assert row["brier_ci"][0] <= row["brier"] <= row["brier_ci"][1]
    assert sum(part["decisions"] for part in row["bins"]) == row["decisions"]
    lines = run("arena", *arguments).stdout.splitlines()
    assert any(re.match(rf"rollout:worlds=4 +{row['decisions']:,} +{row['brier']:.3f} ", line) for line in lines)


def test_the_report_draws_a_diagram_of_every_solver_that_expects_something(tmp_path):
    pytest.importorskip("matplotlib")
    plan = Plan("quanto", ("rollout:worlds=4", "rollout:worlds=2", "greedy"))
    text = page(here(plan, tmp_path / "a.db", 12), "")
    section = text[text.index("<h2>Calibration</h2>") :]
    (chart,) = re.findall(r"<svg.*?</svg>", section, flags=re.DOTALL)
    assert {"rollout:worlds=4", "rollout:worlds=2"} <= set(re.findall(r">([^<>]+)</text>", chart))
    assert ">greedy</text>" not in chart
    assert "Calibration" not in page(here(GREEDY_RANDOM, tmp_path / "b.db", 4), "")


def test_luck_of_a_format_without_luck_in_wins_reads_as_not_measured(tmp_path):
    plan = changed(GREEDY_RANDOM, luck=1)
    path = tmp_path / "old.db"
    assert here(plan, path, 4).json_report["luck_adjusted"]["units"] == 2
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE game SET luck = '[1.5, -1.5]'")
    as_begun_in_format(2, path)
    assert here(plan, path, 10).json_report["luck_adjusted"]["units"] == 3
