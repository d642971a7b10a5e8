"""The solver best, which hints use by default."""

import pytest

import kiebitz
from kiebitz import endgame
from kiebitz.errors import BudgetError
from kiebitz.solvers import Budget, make_solver
from kiebitz.solvers.best import left_of
from kiebitz.solvers.rollout import Rollout


def ending(name, seed=3):
    """The first position of a greedy game with perfect information."""
    position = kiebitz.game(name).deal(seed)
    while not endgame.perfect_information(position.view()):
        position.play(position.greedy_move())
    return position


@pytest.mark.parametrize("name", ["kwatro", "quanto"])
def test_an_ending_is_solved(name):
    view = ending(name).view()
    advice = kiebitz.hint(view, solver="best", nodes=2_000_000)
    assert advice.exact
    assert advice.stop == "exact"
    solved = kiebitz.hint(view, solver="endgame", nodes=2_000_000)
    assert advice.best.margin == solved.best.margin


def test_an_ending_that_cannot_be_solved_in_time_is_searched_like_any_other_position():
    view = ending("kwatro").view()
    advice = kiebitz.hint(view, solver="best", nodes=200)
    assert not advice.exact
    assert advice.best.move in view.legal_moves()


@pytest.mark.parametrize("solver", ["random", "greedy", "static", "expectimax", "rollout", "mcts", "pimc", "best"])
def test_as_many_moves_have_reasons_as_the_budget_asks_for(solver):
    view = kiebitz.game("kwatro").deal(5).view()
    answers = {n: make_solver(solver).advise(view, Budget(nodes=3000, explained=n)) for n in (0, 1, 12)}
    assert [move.why or move.line for move in answers[0].moves] == [()] * len(answers[0].moves)
    for n in (1, 12):
        assert [bool(move.why) for move in answers[n].moves] == [i < n for i in range(len(answers[n].moves))]
    assert len({advice.best.move for advice in answers.values()}) == 1


def test_the_search_after_an_unsolved_ending_has_the_rest_of_the_budget():
    tried = make_solver("endgame").advise(ending("kwatro").view(), Budget(nodes=100))
    assert not tried.exact
    left = left_of(Budget(nodes=1000, seconds=5.0, seed=3), tried)
    assert left.nodes == 1000 - tried.nodes
    assert left.seconds == pytest.approx(5.0 - tried.seconds)
    assert left.seed == 3
    assert left_of(Budget(nodes=1), tried).nodes == 1


def test_nodes_of_an_unsolved_ending_count_in_the_answer():
    view = ending("kwatro").view()
    advice = kiebitz.hint(view, solver="best", nodes=400)
    assert not advice.exact
    assert advice.nodes > 400


@pytest.mark.parametrize("name", kiebitz.GAMES)
@pytest.mark.parametrize("solver", ["best:worlds=8", "expectimax:worlds=8", "rollout:worlds=8"])
def test_worlds_of_a_solver_are_its_limit_if_the_budget_names_none(name, solver):
    view = kiebitz.game(name).deal(5).view()
    assert make_solver(solver).advise(view, Budget(explained=0)).worlds <= 8
    assert make_solver(solver).advise(view, Budget(worlds=16, explained=0)).worlds > 8


@pytest.mark.parametrize(
    "solver",
    ["greedy", "heuristic", "static", "best"]
    + [f"{name}:leaf={leaf}" for name in ("rollout", "expectimax", "mcts", "pimc") for leaf in ("static", "margin")]
    + ["rollout:leaf=round", "mcts:leaf=margin:plies=0"],
)
def test_a_solver_that_plays_alone_is_sure_to_win(solver):
    view = kiebitz.game("qwinto", 1).deal(3).view()
    assert {ranked.win for ranked in make_solver(solver).advise(view, Budget(worlds=8)).moves} == {1.0}


@pytest.mark.parametrize(
    "solver", ["expectimax:inner=-3", "expectimax:last=99999999999", "oracle:plies=99999999999", "json:loads"]
)
def test_a_solver_that_cannot_be_made_is_refused_with_the_reason(solver):
    with pytest.raises(BudgetError):
        make_solver(solver)


@pytest.mark.parametrize("name", kiebitz.GAMES)
def test_every_game_and_number_of_players_gets_advice(name):
    game = kiebitz.game(name)
    least, most = game.notation.player_limits(game.options)
    for players in range(least, most + 1):
        view = kiebitz.game(name, players=players).deal(5).view()
        advice = kiebitz.hint(view, solver="best", worlds=16, seed=1)
        assert advice.best.move in view.legal_moves()
        low, high = advice.best.margin_ci
        assert low <= advice.best.margin <= high


@pytest.mark.parametrize("name", kiebitz.GAMES)
def test_the_same_seed_gives_the_same_answer(name):
    view = kiebitz.game(name).deal(8).view()
    first, second = (make_solver("best").advise(view, Budget(worlds=32, seed=4)) for _ in range(2))
    assert [(r.move, r.margin, r.win) for r in first.moves] == [(r.move, r.margin, r.win) for r in second.moves]


def test_seconds_of_best_are_its_limit_if_the_budget_names_none(monkeypatch):
    view, asked = kiebitz.game("kwatro").deal(4).view(), []
    monkeypatch.setattr(Rollout, "advise", lambda solver, view, budget: asked.append(budget.seconds))
    make_solver("best:seconds=0.25").advise(view, Budget())
    make_solver("best:seconds=0.25").advise(view, Budget(seconds=3.0))
    kiebitz.hint(view, "best:seconds=0.25")
    kiebitz.hint(view, "best")
    assert asked == [0.25, 3.0, 0.25, 1.0]
    with pytest.raises(kiebitz.BudgetError, match=r"seconds must be in 0..1000000000, not -1"):
        make_solver("best:seconds=-1")
