"""The command kiebitz arena: its JSON report, its table, its errors, and a match of a solver against itself."""

import json
import re

import numpy as np
import pytest
from command import run

from kiebitz.arena.match import Unwatched, play_units
from kiebitz.arena.plan import Plan
from kiebitz.arena.results import Results
from kiebitz.arena.run import ProgressMeter
from kiebitz.cli.arena import state_text
from kiebitz.cli.arena_table import AFTER_A_STOP

A_TABLE = {"solver", "games", "win", "margin", "margin_ci", "elo", "elo_ci", "ms_per_move"}


def arena(tmp_path, *arguments):
    return run("arena", "--db", tmp_path / "arena.db", *arguments)


def json_of(tmp_path, *arguments):
    result = arena(tmp_path, *arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_the_report_has_the_published_shape(tmp_path):
    found = json_of(tmp_path, "--solvers", "greedy,random", "--games", "41", "--seed", "3")
    assert {"game", "players", "pairs", "table", "pairwise", "sprt", "luck_adjusted", "errors"} <= set(found)
    assert (found["game"], found["players"], found["pairs"], found["errors"]) == ("kwatro", 2, 21, 0)
    assert [row["solver"] for row in found["table"]] == ["greedy", "random"]
    for row in found["table"]:
        assert set(row) >= A_TABLE
        assert row["margin_ci"][0] < row["margin"] < row["margin_ci"][1]
        assert row["elo_ci"][0] < row["elo"] < row["elo_ci"][1]
    assert found["deals"] == {"units": 21, "distinct": 21}
    assert found["pairwise"][0]["units"] == 21
    assert found["sprt"] is None


def test_a_sequential_test_ends_the_arena_early(tmp_path):
    found = json_of(tmp_path, "--solvers", "greedy,random", "--games", "4000", "--sprt", "0,50")
    assert found["sprt"]["verdict"] == "high"
    assert found["sprt"]["llr"] >= found["sprt"]["upper"]
    assert found["pairs"] < 2000
    assert (found["sprt"]["low"], found["sprt"]["high"]) == (0, 50)
    assert len(found["sprt"]["path"]) == found["sprt"]["units"] == found["pairs"]
    assert found["sprt"]["path"][-1] == found["sprt"]["llr"]


def test_removing_luck_does_not_shift_the_result(tmp_path):
    found = json_of(tmp_path, "--solvers", "greedy,random", "--games", "24", "--luck", "4")
    rows = {row["solver"]: row for row in found["luck_adjusted"]["table"]}
    row = rows["greedy"]
    assert row["raw_margin"] == pytest.approx(found["table"][0]["margin"], rel=1e-4)
    low, high = row["raw_margin_ci"]
    assert abs(row["margin"] - row["raw_margin"]) < high - low
    assert row["raw_win"] == pytest.approx(found["table"][0]["win"])
    assert row["raw_win_ci"] == pytest.approx(found["table"][0]["win_ci"])
    low, high = row["raw_win_ci"]
    assert abs(row["win"] - row["raw_win"]) < high - low
    for ratio in ("ratio", "win_ratio"):
        assert row[f"{ratio}_ci"][0] <= row[ratio] <= row[f"{ratio}_ci"][1]
    assert found["luck_adjusted"]["units"] == 12


def test_an_a_a_match_of_5000_games_finds_no_difference(tmp_path):
    found = json_of(tmp_path, "--solvers", "random,random", "--games", "5000", "--seed", "3", "--workers", "2")
    assert {row["solver"] for row in found["table"]} == {"random", "random#2"}
    assert found["games"] == found["table"][0]["games"] == 5000
    (pair,) = found["pairwise"]
    for interval, truth in (("score_ci", 0.5), ("elo_ci", 0), ("margin_ci", 0)):
        assert pair[interval][0] < truth < pair[interval][1]
    # Wide enough for results that vary by chance, narrow enough for 2,500 units.
    assert 0.01 < pair["score_ci"][1] - pair["score_ci"][0] < 0.04
    assert min(pair["units_by_score"].values()) > 0


def test_a_solver_without_chance_shares_every_deal_with_itself(tmp_path):
    (pair,) = json_of(tmp_path, "--solvers", "greedy,greedy", "--games", "200")["pairwise"]
    assert pair["units_by_score"] == {"0.5": 100}
    assert pair["margin_ci"] == [0, 0]


def test_the_report_tells_how_pairs_and_solvers_compare_with_intervals_and_covariance(tmp_path):
    found = json_of(tmp_path, "--solvers", "greedy,static,random", "--games", "120")
    for row in found["pairwise"]:
        assert row["margin_ci"][0] < row["margin"] < row["margin_ci"][1]
    scale = found["ratings"]
    elo = dict(zip(scale["solvers"], scale["elo"], strict=True))
    assert elo == {row["solver"]: row["elo"] for row in found["table"]}
    assert len(scale["differences"]) == 3
    for row in scale["differences"]:
        assert row["elo_ci"][0] < row["elo"] < row["elo_ci"][1]
        assert row["elo"] == pytest.approx(elo[row["a"]] - elo[row["b"]], abs=0.01)
    covariance = np.array(scale["covariance"])
    assert covariance == pytest.approx(covariance.T)
    assert (np.diag(covariance) > 0).all()
    assert covariance.sum(1) == pytest.approx(0, abs=0.1)  # relative to the mean of all


def test_the_table_names_every_solver_and_what_was_played(tmp_path):
    result = arena(tmp_path, "--solvers", "greedy,misbehaving:Raises,random", "--games", "12", "--rules", "recycle=off")
    assert result.exit_code == 1, result.stderr
    lines = result.stdout.splitlines()
    assert re.match(r"solver +games +win % ", lines[0])
    assert any(line.startswith("greedy - random ") for line in lines)
    assert "6 units of kwatro, 6 of 6 deals distinct" in lines
    error = "misbehaving:Raises lost 8 by error: raised RuntimeError, for example: no idea what to do"
    assert error in lines
    assert lines[-2] == "    what to do"  # the end of the traceback
    assert lines[-1].startswith("misbehaving:Raises lost 8 of 8 games by error, so the results say nothing")
    assert any(line.startswith("misbehaving:Raises (8 of 8 lost by error)  ") for line in lines)


def test_the_table_says_what_ratings_are_relative_to_and_shows_two_solvers_as_a_pair_too(tmp_path):
    lines = arena(tmp_path, "--solvers", "greedy,random", "--games", "4").stdout.splitlines()
    assert "Elo v mean" in lines[0]
    assert any(re.match(r"greedy - random +2 +100\.0 ", line) for line in lines)


def test_after_a_sequential_stop_the_remarks_name_the_test_and_its_effect_on_intervals(tmp_path):
    lines = arena(tmp_path, "--solvers", "greedy,random", "--games", "200", "--sprt", "0,50").stdout.splitlines()
    assert lines[-2].startswith("sequential test of greedy over random, 0 against 50 Elo: high after ")
    assert lines[-1] == AFTER_A_STOP
    few = run("arena", "--db", tmp_path / "few.db", "--solvers", "greedy,random", "--games", "4", "--sprt", "0,50")
    assert "undecided" in few.stdout
    assert AFTER_A_STOP not in few.stdout


def test_solvers_that_play_alone_have_scores_in_place_of_wins(tmp_path):
    options = ("--game", "qwinto", "--players", "1", "--solvers", "greedy,random,misbehaving:Exits", "--games", "12")
    result = arena(tmp_path, *options)
    assert result.exit_code == 1, result.stderr
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["solver", "games", "score", "(95", "%)", "ms/move", "errors"]
    assert any(re.match(r"greedy - random +4 +\+\d", line) for line in lines)
    assert "12 units of qwinto, 4 of 4 deals distinct" in lines


def test_the_progress_of_solvers_that_play_alone_shows_the_score():
    plan = Plan("qwinto", ("greedy", "random"), players=1)
    meter, told = ProgressMeter(plan, Results(2)), []
    for record in play_units(plan, plan.make_game(), range(2), {}, Unwatched()):
        meter.add(record, played=True)
    meter.tell(lambda state: told.append((state_text(plan, state), record)))
    score = meter.results.by_unit[0].margins[0]
    assert f", greedy {score:.1f} ± 0.0, " in told[0][0]


def test_an_arena_that_cannot_start_leaves_no_page(tmp_path):
    page = tmp_path / "report.html"
    assert arena(tmp_path, "--solvers", "greedy,gredy", "--report", page).exit_code == 2
    assert not page.exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--solvers", "greedy"), "two solvers or more"),
        (("--solvers", "greedy,gredy"), "did you mean 'greedy'"),
        (("--solvers", "greedy,random", "--game", "chess"), "no game 'chess'"),
        (("--solvers", "greedy,random", "--players", "7"), "2 to 4 players, not 7"),
        (("--solvers", "greedy,random", "--rules", "recycle"), "no option=value"),
        (("--solvers", "greedy,random", "--rules", "recycle=never"), "before_action, consumes_turn, off"),
        (("--solvers", "greedy,random", "--rules", "recycle=off", "--rules", "recycle=off"), "recycle is given twice"),
        (("--solvers", "greedy,random", "--luck", "999999999999"), "right would be 0..1000"),
        (("--solvers", "greedy,random", "--sprt", "10,0"), "two rising numbers such as 0,10"),
        (("--solvers", "greedy,random,random", "--sprt", "0,10"), "compares two solvers"),
        (("--solvers", "greedy,random", "--seconds", "-1"), "positive number"),
        (("--solvers", "greedy,random", "--move-limit", "nan"), "positive number"),
        (("--solvers", "greedy,random", "--report", "/missing/report.html"), "cannot be written"),
    ],
)
def test_bad_input_ends_with_a_message_that_says_what_would_be_right(tmp_path, arguments, message):
    result = arena(tmp_path, *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""
    assert "Traceback" not in result.stderr


def test_without_its_extra_the_arena_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr("kiebitz.cli.extras.find_spec", lambda module: None)
    result = arena(tmp_path, "--solvers", "greedy,random")
    assert result.exit_code == 2
    assert "pip install 'kiebitz[arena]'" in result.stderr
