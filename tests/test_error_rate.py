"""The error rate: the margin that a solver's moves lose against the best moves, judged by deep rollouts."""

import json

import numpy as np
import pytest

import kiebitz
from kiebitz.errors import KiebitzError
from tools.error_rate.__main__ import main
from tools.error_rate.judgement_file import JudgementFile
from tools.error_rate.judging import Judge, best_mean, decision, judged, reference

JUDGE = Judge("quanto", 2, 3, 40, "static", "static")


@pytest.fixture(scope="module")
def record():
    return reference(JUDGE, 0)


def test_a_decision_depends_on_the_seed_and_its_number_only():
    assert decision(JUDGE, 5).facts() == decision(JUDGE, 5).facts()
    assert decision(JUDGE, 5).facts() != decision(JUDGE, 6).facts()


def test_a_decision_leaves_a_choice_and_something_hidden():
    for number in range(5):
        view = decision(JUDGE, number)
        assert len(view.legal_moves()) > 1
        assert not kiebitz.endgame.perfect_information(view)


def test_moves_are_judged_by_games_played_to_the_end(record):
    view = kiebitz.parse(record["line"])
    for text, means in record["moves"].items():
        ahead = kiebitz.search.Rollouts(view, 0, JUDGE.seed, "static")
        margins = np.empty((1, 40), np.float32)
        ahead.run(np.array([view.legal_moves().texts().index(text)], np.int32), 0, margins, np.empty_like(margins))
        assert means == pytest.approx([margins[0, :20].mean(), margins[0, 20:].mean()])


def test_the_best_of_equal_moves_is_not_overestimated():
    noise = np.random.default_rng(1).normal(size=(4000, 10, 2))
    means = [best_mean(one) for one in noise]
    assert abs(np.mean(means)) < 4 * np.std(means) / 4000**0.5
    assert np.mean(noise.mean(axis=2).max(axis=1)) > 1  # the result of the plain maximum


def test_a_chosen_move_outside_the_candidates_is_judged_too(record):
    chosen = ["greedy", "static"]
    bare = record | {"moves": dict(list(record["moves"].items())[-1:])}
    whole, few = (np.diff(judged(JUDGE, chosen, {"worlds": 4}, told)[0]) for told in (record, bare))
    assert whole == pytest.approx(few)  # the difference of two losses does not depend on the other judged moves


def test_random_moves_lose_more_than_those_of_the_learned_value():
    losses = [judged(JUDGE, ["random", "static"], {"worlds": 4}, reference(JUDGE, number))[0] for number in range(12)]
    random, static = np.mean(losses, axis=0)
    assert random > static + 0.5


def test_a_file_of_judged_moves_is_continued_even_after_half_a_line(tmp_path, record):
    path = tmp_path / "kept.jsonl"
    JudgementFile(path, JUDGE).add(record)
    path.write_text(path.read_text() + '{"number": 1, "fac')
    assert JudgementFile(path, JUDGE).records == [record]
    assert len(path.read_text().splitlines()) == 2


def test_a_file_of_another_judge_is_refused(tmp_path):
    path = tmp_path / "kept.jsonl"
    JudgementFile(path, JUDGE)
    with pytest.raises(KiebitzError, match="was not judged with"):
        JudgementFile(path, Judge("quanto", 2, 4, 40, "static", "static"))


def test_the_command_prints_a_row_for_each_solver(tmp_path, capsys):
    path = tmp_path / "kept.jsonl"
    arguments = "quanto static greedy --positions 3 --judging 20 --player static --workers 1 --keep"
    assert main([*arguments.split(), str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[:3]] == ["solver", "static", "greedy"]
    assert [json.loads(line)["number"] for line in path.read_text().splitlines()[1:]] == [0, 1, 2]


def test_only_decisions_with_so_many_cards_to_draw_are_taken_if_asked_for():
    late = Judge("quanto", 2, 3, 8, "static", "static", pile=(1, 6))
    assert all(1 <= len(decision(late, number).facts()["pile"]) <= 6 for number in range(4))


def test_endings_are_solved_if_asked_for():
    how = {"worlds": 12, "policy": "greedy", "player": "static", "pile": (1, 6)}
    plain, exact = (Judge("quanto", 2, 3, **how, endings=nodes) for nodes in (0, 10**6))
    view = decision(plain, 0)
    which = list(range(len(view.legal_moves())))
    assert not np.array_equal(plain.means(view, which), exact.means(view, which))


@pytest.mark.parametrize("name", kiebitz.GAMES)
def test_every_game_is_judged_and_kept(name, tmp_path):
    judge = Judge(name, 2, 1, 4, "greedy", "greedy")
    record = reference(judge, 0)
    JudgementFile(tmp_path / "kept.jsonl", judge).add(record)
    again = JudgementFile(tmp_path / "kept.jsonl", judge).records
    assert again == [record]
    losses, seconds = judged(judge, ["greedy"], {"worlds": 4}, again[0])
    assert np.isfinite(losses).all()
    assert seconds[0] > 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("quanto oracle", "it plays in arenas only"),
        ("quanto endgame", "endgame:until=greedy"),
        ("quanto greedy --pile 5 3", "least comes first"),
        ("quanto greedy --positions 1 --judging 2 --player greedy --keep none/kept.jsonl", "No such file"),
    ],
)
def test_impossible_arguments_are_refused_before_anything_is_judged(words, told, capsys):
    assert main(words.split()) == 2
    assert told in capsys.readouterr().err
