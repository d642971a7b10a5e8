"""The output of kiebitz hint, for an invented answer with known figures and for real answers."""

import json
import re
from types import SimpleNamespace

import pytest
from command import EVENING, EVENING_LINE, run

import kiebitz
from kiebitz.cli import ranking
from kiebitz.cli.output import plain
from kiebitz.solvers.advice import SampleSize

FIGURES = [  # move, margin, interval, win, tied
    ("**@3,3 RS4@3,4", 12.34, (10.2, 14.4), 0.714, False),
    ("**@-1,3", 12.1, (9.9, 14.3), 0.7, True),
    ("pass", -3.0, (-5.0, -1.0), 0.25, False),
]


@pytest.fixture
def evening(tmp_path):
    path = tmp_path / "evening.toml"
    path.write_text(EVENING)
    return path


def made_up(**changes):
    """An answer with three moves, the second tied with the first."""
    view = kiebitz.parse(EVENING)
    explain = view.game.notation.explain
    moves = []
    for text, margin, interval, win, tied in FIGURES:
        move = view.move(text)
        why = tuple(explain(view.facts(), view.game.options, text, view.names))
        moves.append(
            kiebitz.solvers.Ranked(
                move, move.points, margin, interval, win, (win - 0.1, win + 0.1), 96, tied, why, ("GO1@1,4",)
            )
        )
    facts = {"game": "kwatro", "to_move": "Anna", "solver": "rollout", "exact": False, "stop": "budget"}
    facts |= {"nodes": 51234, "worlds": 320, "seconds": 1.0, "seed": 7, "moves": tuple(moves)}
    return kiebitz.solvers.Advice(**facts | changes)


@pytest.fixture
def answer(monkeypatch):
    """Makes every hint give this answer, and keeps the arguments of the call."""
    import kiebitz.solvers

    asked = SimpleNamespace()

    def give(advice):
        def hint(view, solver, **options):
            asked.solver, asked.options = solver, options
            return advice

        monkeypatch.setattr(kiebitz, "hint", hint, raising=False)
        return asked

    return give


def test_the_best_move_is_drawn_into_the_table(answer, evening):
    answer(made_up())
    assert re.search(r"\[\*\*\]\s*\[RS4\]", run("hint", evening).stdout)


def test_tied_moves_share_a_rank_and_the_others_keep_their_place(answer, evening):
    answer(made_up())
    ranks = re.findall(r"^(\d=?) +(\S.*?)   ", run("hint", evening).stdout, re.MULTILINE)
    assert ranks == [("1=", "**@3,3 RS4@3,4"), ("1=", "**@-1,3"), ("3", "pass")]


def test_a_move_comes_with_points_reasons_margin_win_and_reply(answer, evening):
    answer(made_up())
    shown = run("hint", evening).stdout
    for text in ("20", "(4+6) x 2 = 20", "+12.3 (+10.2 to +14.4)", "71.4 %", "reply: GO1@1,4"):
        assert text in shown


def test_the_summary_names_solver_worlds_nodes_and_time(answer, evening):
    answer(made_up())
    *_, summary, line = run("hint", evening).stdout.splitlines()
    assert summary == "rollout, 320 worlds, 51,234 nodes, 1.00 s, seed 7, budget used up"
    assert line.startswith("kiebitz1 game=kwatro")
    assert kiebitz.parse(line) == kiebitz.parse(EVENING)


def test_a_solved_position_is_called_exact_and_has_no_intervals(answer, evening):
    answer(made_up(exact=True, stop="exact"))
    shown = run("hint", evening).stdout
    assert "rollout (exact)" in shown
    assert "+12.3   " in shown


def test_top_shows_that_many_and_says_how_many_more(answer, evening):
    answer(made_up())
    shown = run("hint", evening, "--top", "1").stdout
    assert "and 2 more, 1 of them as good as the best" in shown
    assert len(json.loads(run("hint", evening, "--top", "1", "--json").stdout)["moves"]) == 1


@pytest.mark.parametrize("columns", [30, 44, 60, 80, 120, 200])
def test_no_line_of_the_ranking_is_wider_than_the_terminal(columns, answer, evening, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    answer(made_up())
    shown = run("hint", evening).stdout
    ranking_lines = shown.partition("pile:")[2].splitlines()[1:-1]
    assert max(map(len, ranking_lines)) <= max(columns, 44)
    assert all(text in " ".join(shown.split()) for text in ("+12.3 (+10.2 to +14.4)", "71.4 %"))


def test_colours_appear_only_where_they_are_wanted(answer, evening, monkeypatch):
    answer(made_up())
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = run("hint", evening).stdout
    assert "\x1b[" in coloured
    monkeypatch.setenv("NO_COLOR", "1")
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", run("hint", evening).stdout)


def test_without_a_limit_a_hint_leaves_the_time_to_the_library_which_takes_one_second(answer, evening):
    asked = answer(made_up())
    run("hint", evening)
    assert (asked.options["seconds"], asked.options["nodes"], asked.options["worlds"]) == (None, None, None)
    run("hint", evening, "--worlds", "5")
    assert (asked.options["seconds"], asked.options["worlds"]) == (None, 5)


def test_json_is_the_advice_with_numbers_that_are_not_finite_as_null(answer, evening):
    advice = made_up(seconds=float("nan"))
    answer(advice)
    document = json.loads(run("hint", evening, "--json").stdout)
    assert document["seconds"] is None
    assert set(document) == {
        "game", "to_move", "solver", "aim", "exact", "stop", "nodes", "worlds", "seconds", "seed", "moves",
    }  # fmt: skip
    assert document["moves"] == plain(advice.to_json())["moves"]


def test_a_real_hint_is_the_same_twice_with_the_same_seed_and_worlds():
    command = ("hint", "--line", EVENING_LINE, "--worlds", "64", "--seed", "3", "--json")
    first, second = (json.loads(run(*command).stdout) for _ in range(2))
    first.pop("seconds"), second.pop("seconds")
    assert first == second
    assert first["to_move"] == "Anna"


@pytest.mark.parametrize("solver", ["best", "random", "endgame:until=random", "mcts", "pimc", "static"])
def test_a_move_to_judge_as_well_is_among_the_answers(solver):
    command = ("hint", "--line", EVENING_LINE, "--solver", solver, "--worlds", "64", "--also", "pass", "--json")
    assert "pass" in [move["move"] for move in json.loads(run(*command).stdout)["moves"]]


def test_a_move_to_judge_as_well_is_shown_wherever_it_comes_in_the_ranking():
    command = ("hint", "--line", EVENING_LINE, "--worlds", "64", "--top", "2", "--also", "pass")
    shown = [line for line in run(*command).stdout.splitlines() if line.split()[1:2] == ["pass"]]
    assert len(shown) == 1
    assert int(shown[0].split()[0]) > 2
    moves = json.loads(run(*command, "--json").stdout)["moves"]
    assert [move["move"] for move in moves[2:]] == ["pass"]


def test_details_break_between_their_parts(capsys):
    from rich.console import Console

    ranking.print_detail(
        Console(width=30, markup=False, highlight=False), ["row A: 1 = 1;", "row B: 2 = 2;", "1+2 = 3"]
    )
    assert capsys.readouterr().out == "     row A: 1 = 1;\n     row B: 2 = 2; 1+2 = 3\n"


def test_a_hint_with_belief_names_the_weighted_worlds():
    found = run("hint", "--line", EVENING_LINE, "--solver", "rollout:belief=on", "--worlds", "40")
    assert found.exit_code == 0
    assert "no observed moves to weight worlds by" in found.stdout
    assert ranking.sample_size_note(SampleSize(512, 160.4)) == "512 weighted worlds (effective sample size 160)"
    off = run("hint", "--line", EVENING_LINE, "--solver", "rollout", "--worlds", "40", "--json")
    assert "belief" not in json.loads(off.stdout)
