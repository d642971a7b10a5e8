"""The parts of the arena's report beside its statistics: the plan, paired differences, and errors by kind."""

import pytest
from arena_play import GREEDY_RANDOM, here

from kiebitz.arena.json_report import grouped, paired
from kiebitz.arena.plan import Plan
from kiebitz.arena.results import UnitResult

ALONE = Plan("qwinto", ("greedy", "random"), players=1)


def alone(unit, entry, score):
    """A unit of one solver that plays alone. Without a score, the solver has lost by error."""
    margins = {} if score is None else {entry: score}
    return UnitResult(unit, {entry: 1.0}, margins, {}, {}, {}, 1)


def lost(solver, reason, games):
    return {"solver": solver, "reason": reason, "games": games, "traceback": None}


def test_the_report_holds_everything_that_decides_the_result(tmp_path):
    plan = Plan("kwatro", ("rollout:worlds=4", "greedy"), rules={"recycle": "off"}, seed=9, worlds=2, move_limit=5.0)
    report = here(plan, tmp_path / "a.db", 2, command="kiebitz arena ...").json_report
    assert report["command"] == "kiebitz arena ..."
    assert Plan.from_json(report) == plan
    assert report["parameters"][0]["worlds"] == 4
    assert report["version"]


def test_the_report_holds_the_sequential_test_with_its_bounds(tmp_path):
    test = here(GREEDY_RANDOM, tmp_path / "a.db", 4, sprt=(-3.0, 7.5)).json_report["sprt"]
    assert (test["low"], test["high"]) == (-3.0, 7.5)


def test_solvers_alone_are_compared_deal_by_deal():
    scores = [(0, 0, 50), (1, 1, 10), (2, 0, 70), (3, 1, 40), (4, 0, 1000), (5, 1, None)]
    (row,) = paired(ALONE, [alone(*score) for score in scores])
    assert (row["a"], row["b"], row["deals"]) == ("greedy", "random", 2)
    assert row["margin"] == 35  # 40 and 30; the third deal was not played to its end by both
    assert row["margin_ci"][0] == pytest.approx(35 - 12.706 * 5, abs=0.01)


def test_solvers_without_a_common_deal_have_no_difference():
    assert paired(ALONE, [alone(0, 0, 50), alone(1, 1, None)]) == []
    assert paired(GREEDY_RANDOM, []) == []


def test_differences_on_the_same_deals_have_narrower_intervals_than_means(tmp_path):
    plan = Plan("qwinto", ("greedy", "greedy"), players=1)
    report = here(plan, tmp_path / "a.db", 20).json_report
    assert report["paired"][0]["margin_ci"] == [0, 0]
    assert report["deals"] == {"units": 10, "distinct": 10}


def test_errors_that_differ_only_in_numbers_are_one_row_with_the_most_frequent_as_example():
    rows = [
        lost("a", "over time: 5.01 s, the limit is 5 s", 1),
        lost("a", "illegal move: 'pass' is not legal here; 9 moves are", 4),
        lost("a", "illegal move: 'pass' is not legal here; 7 moves are", 3),
        lost("b", "illegal move: 'pass' is not legal here; 7 moves are", 5),
        lost("a", "its process died by signal 9", 2),
    ]
    found = [(row["solver"], row["kind"], row["games"]) for row in grouped(rows)]
    assert found == [
        ("a", "illegal move", 7),
        ("b", "illegal move", 5),
        ("a", "its process died by signal 9", 2),
        ("a", "over time", 1),
    ]
    assert grouped(rows)[0]["reason"] == rows[1]["reason"]
