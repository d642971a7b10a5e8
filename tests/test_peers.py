"""The comparison with peers: right ratios, and a table of the installed peers without absolute figures."""

import json
from importlib.util import find_spec
from types import SimpleNamespace

import numpy as np
import pytest

import kiebitz
from kiebitz.benchmarks.peers import own, ratios, rulebooks
from kiebitz.benchmarks.peers.__main__ import PEERS, main, peer_works
from kiebitz.benchmarks.peers.work import KINDS, LeftOut, Work, collected

QUICK = ("--rounds", "2", "--seconds", "0.001")


def work(kind="steps", who="kiebitz", game="quanto", run=lambda: 10):
    return Work(kind, who, game, 5.0, run)


def peer(name="Fast", module="json", works=()):
    return SimpleNamespace(NAME=name, MODULE=module, PACKAGE=name.lower(), works=lambda: list(works))


ABSENT = peer("Nowhere", "no_such_module_anywhere")


def test_ratios_are_taken_within_rounds_and_in_the_right_direction():
    (found,) = ratios.ratios([work()], [work(who="Peer", game="uno")], [np.array([30.0, 10.0, 80.0])], [[10, 5, 10]])
    assert (found.median, found.low, found.high) == (3.0, 2.5, 5.5)
    assert (found.game, found.peer, found.peer_game) == ("quanto", "Peer", "uno")


def test_only_the_same_kind_of_work_is_compared_and_rule_books_with_their_own_game_only():
    ours = [work(kind, game=game) for kind in ("steps", "rules") for game in ("quanto", "qwinto")]
    theirs = [work("rules", "rule book", "quanto"), work("steps", "Peer", "uno"), work("playouts", "Peer", "uno")]
    found = ratios.ratios(ours, theirs, np.ones((4, 2)), np.ones((3, 2)))
    pairs = [(ratio.kind, ratio.game, ratio.peer_game) for ratio in found]
    assert pairs == [("steps", "quanto", "uno"), ("steps", "qwinto", "uno"), ("rules", "quanto", "quanto")]


def test_all_works_take_turns_in_every_round_and_the_next_round_runs_backwards():
    turns = []
    works = [work(run=lambda name=name: turns.append(name) or 1) for name in "abc"]
    assert ratios.measured(works, 2, 1e-12).shape == (3, 2)
    order = [name for place, name in enumerate(turns) if place == 0 or turns[place - 1] != name]
    assert order == ["a", "b", "c", "b", "a"]


@pytest.mark.parametrize(
    ("number", "text"), [(0.0234, "0.023"), (1.26, "1.3"), (12.34, "12"), (123.4, "120"), (5432, "5,400")]
)
def test_figures_have_at_most_two_digits(number, text):
    assert ratios.figure(number) == text


def test_a_peer_that_is_not_installed_is_named_and_the_others_are_compared(capsys):
    there = peer("There", works=[work(who="There", game="uno")])
    assert main(QUICK, (ABSENT, there)) == 0
    captured = capsys.readouterr()
    assert "left out: Nowhere: cannot be imported" in captured.err
    assert "There, uno" in captured.out
    assert "Nowhere" not in captured.out


def test_work_that_fails_is_named_and_the_rest_of_its_peer_is_compared():
    def fails():
        raise RuntimeError("not\nimplemented")

    found = collected("Peer", [("good", work), ("bad", fails), ("worse", lambda: work(run=fails))])
    assert isinstance(found[0], Work)
    assert found[1:] == [LeftOut(f"Peer {name}", "RuntimeError: not implemented") for name in ("bad", "worse")]


def test_without_any_peer_there_is_nothing_to_compare(capsys):
    assert main(QUICK, (ABSENT,)) == 2
    assert "make bench-peers" in capsys.readouterr().err


def test_every_kind_of_our_own_work_does_the_same_each_time():
    works = list(own.works())
    assert {(work.kind, work.game) for work in works} == {(kind, game) for kind in KINDS for game in kiebitz.GAMES}
    for one in works:
        assert one.run() == one.run() > 0
        assert one.moves > 1


@pytest.mark.skipif(not rulebooks.TESTS.is_dir(), reason="the tests run away from the tree")
def test_the_rule_books_are_slower_on_every_game(capsys):
    assert main(("--rounds", "3", "--seconds", "0.01", "--json"), (rulebooks,)) == 0
    found = json.loads(capsys.readouterr().out)["ratios"]
    assert [(ratio["kind"], ratio["game"]) for ratio in found] == [("rules", game) for game in kiebitz.GAMES]
    assert all(ratio["median"] > 5 for ratio in found)


def test_every_peer_is_either_compared_or_named(capsys):
    """Runs with the peers that are installed here."""
    works, left_out = peer_works()
    status = main((*QUICK, "--json"))
    output = capsys.readouterr().out
    if not works:
        assert status == 2
        return
    found = json.loads(output)
    for one in PEERS:
        compared = [ratio for ratio in found["ratios"] if ratio["peer"].startswith(one.NAME)]
        named = [who for who, _ in left_out if who.startswith(one.NAME)]
        assert compared or named
        if find_spec(getattr(one, "MODULE", "json")) is None:
            assert not compared
            assert one.NAME not in found["versions"]
