"""The error rate: what a solver's moves lose against the best ones, judged by deep rollouts."""

import json

import numpy as np
import pytest

import kiebitz
from kiebitz.benchmarks import error_rate
from kiebitz.benchmarks.error_rate import Judge, Kept, best_mean, decision, judged, reference

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
        assert not kiebitz.endgame.settled(view)


def test_moves_are_judged_by_games_played_to_the_end(record):
    view = kiebitz.game("quanto", 2).view(record["facts"], tuple(record["names"]), trusted=True)
    text = next(iter(record["moves"]))
    move = next(move for move in view.legal_moves() if move.text == text)
    ahead = kiebitz.search.Rollouts(view, 0, JUDGE.seed, "static")
    margins = np.empty((1, 40), np.float32)
    ahead.run(np.array([view.legal_moves().texts().index(move.text)], np.int32), 0, margins, np.empty_like(margins))
    assert record["moves"][text] == pytest.approx([margins[0, :20].mean(), margins[0, 20:].mean()])


def test_the_best_of_equal_moves_is_not_overestimated():
    noise = np.random.default_rng(1).normal(size=(4000, 10, 2))
    means = [best_mean(one) for one in noise]
    assert abs(np.mean(means)) < 4 * np.std(means) / 4000**0.5
    assert np.mean(noise.mean(axis=2).max(axis=1)) > 1  # what the plain maximum would have said


def test_a_move_nobody_judged_is_judged_when_it_is_chosen(record):
    bare = record | {"moves": dict(list(record["moves"].items())[:1])}
    losses, _, known = judged(JUDGE, ["random", "static"], {"worlds": 4}, bare)
    assert len(losses) == 2
    assert all(
        known["moves"][text] == pytest.approx(record["moves"][text])
        for text in known["moves"]
        if text in record["moves"]
    )


def test_random_moves_lose_more_than_those_of_the_learned_value():
    losses = [judged(JUDGE, ["random", "static"], {"worlds": 4}, reference(JUDGE, number))[0] for number in range(12)]
    random, static = np.mean(losses, axis=0)
    assert random > static + 0.5


def test_kept_references_go_on_where_they_ended_even_in_the_middle_of_a_line(tmp_path, record):
    path = tmp_path / "kept.jsonl"
    Kept(path, JUDGE).add(record)
    path.write_text(path.read_text() + '{"number": 1, "fac')
    assert Kept(path, JUDGE).records == [record]
    assert len(path.read_text().splitlines()) == 2


def test_references_made_otherwise_are_refused(tmp_path):
    path = tmp_path / "kept.jsonl"
    Kept(path, JUDGE)
    with pytest.raises(SystemExit, match="made otherwise"):
        Kept(path, Judge("quanto", 2, 4, 40, "static", "static"))


def test_the_command_prints_a_row_for_each_solver(tmp_path, capsys, monkeypatch):
    path = tmp_path / "kept.jsonl"
    arguments = "quanto static greedy --positions 3 --judging 20 --player static --workers 1 --keep"
    monkeypatch.setattr("sys.argv", ["error_rate", *arguments.split(), str(path)])
    error_rate.main()
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[:3]] == ["solver", "static", "greedy"]
    assert [json.loads(line)["number"] for line in path.read_text().splitlines()[1:]] == [0, 1, 2]


def test_only_decisions_with_so_many_cards_to_draw_are_taken_if_asked_for():
    late = Judge("quanto", 2, 3, 8, "static", "static", endings=1000, pile=(1, 6))
    piles = [len(decision(late, number).facts()["pile"]) for number in range(4)]
    assert all(1 <= pile <= 6 for pile in piles)
    with_endings = reference(late, 0)["moves"]
    assert with_endings.keys() <= set(decision(late, 0).legal_moves().texts())
