"""No call of a public name ends the process, whatever the arguments are: each name gets a process and odd arguments."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import kiebitz
from kiebitz.moves import rebuilt_move

CALLS = Path(__file__).with_name("odd_calls.py")
MODULES = [
    *("kiebitz", "kiebitz.belief", "kiebitz.codec", "kiebitz.endgame", "kiebitz.expectimax", "kiebitz.learned"),
    *("kiebitz.luck", "kiebitz.match", "kiebitz.moves", "kiebitz.positions", "kiebitz.search"),
    *("kiebitz.state", "kiebitz.tree", "kiebitz.notation", "kiebitz.solvers"),
]


@pytest.mark.parametrize("module", MODULES)
def test_no_call_with_odd_arguments_ends_the_process(module, tmp_path):
    found = subprocess.run(
        [sys.executable, "-X", "faulthandler", str(CALLS), module],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
        timeout=600,
        check=False,
    )
    assert found.returncode == 0, f"{found.stdout[-500:]}\n{found.stderr[-3000:]}"
    name, calls, answers = found.stdout.split()[-3:]
    assert name == module
    assert int(calls) > 20
    assert int(answers) > 0


def test_no_damaged_pickle_ends_the_process(tmp_path):
    program = Path(__file__).with_name("damaged_pickles.py")
    command = [sys.executable, "-X", "faulthandler", str(program)]
    found = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=600, check=False)
    assert found.returncode == 0, found.stderr[-3000:]
    assert int(found.stdout.split()[-1]) > 1_000


@pytest.mark.parametrize("bits", [(2**64 - 1, 2**64 - 1), (0, 2**64 - 1), (2**63, 5 << 61)])
@pytest.mark.parametrize("name", kiebitz.GAMES)
def test_a_pickled_move_of_wild_bits_is_refused_or_is_a_move_that_is_not_legal(name, bits):
    position = kiebitz.game(name).deal(1)
    try:
        move = rebuilt_move(position.game, ("Anna", "Ben"), *bits, 0)
    except ValueError as error:
        assert str(error) == "a damaged pickle: this is no move of its game"  # noqa: PT017  either way is right
        return
    assert move.text
    assert not position.is_legal(move)
    with pytest.raises(kiebitz.IllegalMoveError):
        position.play(move)


@pytest.mark.parametrize("name", kiebitz.GAMES)
def test_a_pickled_move_that_cannot_be_written_is_refused(name):
    with pytest.raises(ValueError, match="damaged pickle"):
        rebuilt_move(kiebitz.game(name), ("Anna", "Ben"), 2**64 - 1, 2**64 - 1, 0)


@pytest.mark.parametrize("kind", [kiebitz.Position, kiebitz.View, kiebitz.Move, kiebitz.Moves, kiebitz.Game])
def test_a_type_that_cannot_be_empty_raises_a_type_error(kind):
    for make in (kind, lambda: kind.__new__(kind), lambda: object.__new__(kind)):
        with pytest.raises(TypeError):
            make()


@pytest.mark.parametrize("name", kiebitz.GAMES)
def test_the_legal_moves_of_a_view_can_be_pickled(name):
    moves = kiebitz.game(name).deal(1).view().legal_moves()
    again = pickle.loads(pickle.dumps(moves))
    assert again.texts() == moves.texts()
    assert [again.points(i) for i in range(len(again))] == [moves.points(i) for i in range(len(moves))]
    assert (again.complete, again.total) == (moves.complete, moves.total)


def test_any_whole_number_is_a_seed_and_nothing_else_is():
    game = kiebitz.game("kwatro")
    assert game.deal(-1) == game.deal(2**64 - 1)
    assert game.deal(2**64 + 5) == game.deal(5) != game.deal(6)
    view = game.deal(1).view()
    assert view.sample(2**80 + 7) == view.sample(7) != view.sample(-7)
    assert game.deal(1).random_move(-3) == game.deal(1).random_move(2**64 - 3)
    for seed in (1.5, "x", None, 1.0):
        for draw in (game.deal, view.sample, game.deal(1).random_move):
            with pytest.raises(TypeError, match="right would be a whole number"):
                draw(seed)
