"""Decisions that end the game: certain wins first, certain losses last, intervals over all that others may do."""

import json
from pathlib import Path

import pytest
from last_turns import FOURTH_PENALTY, FULL_ROWS
from last_writes import ranges

import kiebitz

TESTS = Path(__file__).parent
CASES = [json.loads(line) for line in (TESTS / "data" / "last_writes.jsonl").read_text().splitlines()]
LIMITS = ({"nodes": 300}, {"worlds": 4}, {"worlds": 80})
with_all_limits = pytest.mark.parametrize("limits", LIMITS, ids=str)


def group(found):
    """1 for the range of a certain win, -1 for that of a certain loss, else 0."""
    return 0 if found is None else (found[2] == 1) - (found[3] == 0)


@with_all_limits
def test_the_last_penalty_is_taken_if_it_wins_for_certain(limits):
    advice = kiebitz.hint(kiebitz.load(TESTS.parent / "examples" / "qwinto" / "last-penalty.toml"), **limits)
    assert advice.best.move.text == "Y3@TR"
    assert (advice.best.margin, advice.best.win, advice.best.exact) == (2, 1, True)
    assert {move.move.text for move in advice.moves if move.tied} >= {
        "Y3@TR", "Y3@BL", "G-2@TL", "G-2@TR", "G-2@BL", "G-2@BR"
    }  # fmt: skip


@with_all_limits
def test_a_full_row_that_wins_whatever_the_others_write_comes_first(limits):
    best, other = kiebitz.hint(kiebitz.parse(FULL_ROWS), **limits).moves
    assert (best.move.text, best.win_ci, best.margin_ci) == ("write Y10", (1, 1), (3, 21))
    assert other.win_ci[0] < 1


@with_all_limits
def test_the_own_fourth_penalty_is_not_taken_if_it_loses(tmp_path, limits):
    (tmp_path / "table.toml").write_text(FOURTH_PENALTY)
    best, other = kiebitz.hint(kiebitz.load(tmp_path / "table.toml"), **limits).moves
    assert best.move.text == "write Y10"
    assert best.win_ci[0] < 0.41 < best.win_ci[1]  # 41 % of 503 games played on were won
    assert (other.move.text, other.win, other.win_ci) == ("decline", 0, (0, 0))


@pytest.mark.parametrize("limits", [{"nodes": 3000}, {"worlds": 80}], ids=str)
def test_the_last_chance_is_valued_as_games_played_on_from_it(tmp_path, limits):
    (tmp_path / "table.toml").write_text(FOURTH_PENALTY)
    assert 0.2 < kiebitz.hint(kiebitz.load(tmp_path / "table.toml"), **limits).best.win < 0.6


def test_the_data_hold_the_results_by_the_rule_book():
    assert len(CASES) == 200
    for case in CASES:
        assert ranges(kiebitz.parse(case["line"]).facts()) == case["ranges"]


@pytest.mark.parametrize("solver", ["best", "expectimax:turns=3:candidates=4:policy=heuristic"])
def test_intervals_of_200_last_writes_are_the_ranges_of_the_rule_book(solver):
    for case in CASES:
        for move in kiebitz.hint(kiebitz.parse(case["line"]), solver, nodes=400).moves:
            found = case["ranges"][move.move.text]
            exact = found is not None and found[0] == found[1]
            assert move.exact == exact, case["line"]
            if found is not None:
                assert [*move.margin_ci, *move.win_ci] == found, case["line"]
                assert found[0] <= move.margin <= found[1]


def test_no_chance_stands_above_a_certain_win_and_no_certain_loss_above_a_chance():
    for case in CASES:
        groups = [
            group(case["ranges"][m.move.text]) for m in kiebitz.hint(kiebitz.parse(case["line"]), nodes=400).moves
        ]
        assert groups == sorted(groups, reverse=True), case["line"]


def test_the_aim_margin_sorts_by_margin_even_where_wins_are_certain():
    view = kiebitz.parse(FULL_ROWS)
    assert kiebitz.hint(view, worlds=64, aim="margin").best.move.text == "decline"


def test_with_too_many_choices_of_the_others_nothing_is_called_certain():
    """Eight players with empty sheets have over 4,096 combinations of writes, though one sheet alone ends the game."""
    position = kiebitz.game("qwinto", 8, rules={"max_players": 8}).deal(1)
    while position.facts()["decision"] != "write":
        position.play(position.greedy_move())
    facts = position.view().facts()
    facts["sheets"][position.to_move]["penalties"] = 3
    view = position.game.view(facts, position.names)
    declined = next(move for move in kiebitz.hint(view, nodes=300).moves if move.move.text == "decline")
    assert not declined.exact
    assert declined.win_ci[1] > 0
