"""Oracles, which see hidden cards: they play in arenas only, and they are stronger."""

import pytest
from command import EVENING_LINE, run

import kiebitz
from kiebitz.endgame import Endgame
from kiebitz.errors import KiebitzError
from kiebitz.solvers import Budget, make_solver


@pytest.mark.parametrize("name", ["oracle", "oracle-hand"])
def test_an_oracle_gives_no_hints_and_says_why(name):
    view = kiebitz.game("kwatro").deal(1).view()
    with pytest.raises(KiebitzError, match="sees all cards"):
        kiebitz.hint(view, solver=name)
    refused = run("hint", "--line", EVENING_LINE, "--solver", name)
    assert refused.exit_code == 2
    assert "sees all cards" in refused.stderr
    assert "Traceback" not in refused.output


def test_an_oracle_that_sees_hands_refuses_to_choose_from_a_view():
    view = kiebitz.game("kwatro").deal(1).view()
    with pytest.raises(KiebitzError, match="sees all cards"):
        make_solver("endgame:until=oracle-hand").advise(view, Budget(seconds=0.1))


@pytest.mark.parametrize("game", ["kwatro", "quanto", "qwinto"])
def test_an_open_view_has_the_true_hands_and_a_hidden_pile(game):
    position = kiebitz.game(game, players=2).deal(4)
    for seed in range(3):
        assert position.open_view().sample(seed).facts()["hands"] == position.facts()["hands"]
    piles = {str(position.open_view().sample(seed).facts()["pile"]) for seed in range(3)}
    assert len(piles) == 3


@pytest.mark.parametrize("game", ["kwatro", "quanto"])
def test_a_view_of_everything_samples_only_the_true_world(game):
    position = kiebitz.game(game).deal(5)
    for _ in range(6):
        position.play(position.greedy_move())
    assert all(position.open_view(pile=True).sample(seed) == position for seed in range(5))
    assert make_solver("oracle:solver=rollout").advise_position(position, Budget(worlds=8)).best.move.text in {
        move.text for move in position.legal_moves()
    }


def test_an_oracle_refuses_another_oracle_as_its_solver():
    with pytest.raises(KiebitzError, match="not 'oracle-hand'"):
        make_solver("oracle:solver=oracle-hand")


@pytest.mark.parametrize("game", ["kwatro", "quanto", "qwinto"])
def test_the_margin_of_an_oracle_is_that_of_playing_on(game):
    position = kiebitz.game(game, players=2).deal(2)
    best = make_solver("oracle:plies=0:policy=greedy:nodes=0").advise_position(position, Budget(seed=1)).best
    mover = position.to_move
    position.play(best.move)
    while not position.over:
        position.play(position.greedy_move())
    assert position.margin(mover) == best.margin


def test_an_oracle_solves_the_game_once_the_pile_is_empty():
    position = kiebitz.game("quanto", players=2).deal(5)
    while position.facts()["pile"]:
        position.play(position.greedy_move())
    advice = make_solver("oracle").advise_position(position, Budget(seed=1))
    assert advice.exact
    assert advice.best.margin == Endgame(position.game).solve(position).outcomes[0].margin
