"""Tree search: exact with perfect information, right about available moves, deterministic, bounded in memory."""

import numpy as np
import pytest

import kiebitz
from kiebitz.errors import BudgetError
from kiebitz.solvers.root_parallel import RootParallelTrees
from kiebitz.tree import TreeSearch

DEFAULTS = {
    "c": 0.2,
    "alpha": 0.4,
    "widening": 3.0,
    "prior_visits": 1.0,
    "prior_cap": 0.15,
    "plies": 2,
    "policy": "greedy",
    "learned": False,
    "win_weight": 0.5,
}
SOLVERS = ("mcts", "mcts:observers=multi", "pimc:iterations=50")

all_solvers = pytest.mark.parametrize("solver", SOLVERS)
all_games = pytest.mark.parametrize("name", kiebitz.GAMES)


def tree(view, **changes):
    return TreeSearch(view, **{**DEFAULTS, **changes})


def middle(name, players=2, seed=3, decisions=8):
    position = kiebitz.game(name, players).deal(seed)
    for _ in range(decisions):
        position.play(position.greedy_move())
    return position


def cards_left(position):
    facts = position.facts()
    return len(facts["pile"]), sum(map(len, facts["hands"]))


def endings(name, most_cards, count):
    """Positions of two players with an empty pile, few cards in hand, and several moves: perfect information."""
    found = []
    for seed in range(1000):
        position = kiebitz.game(name, 2).deal(seed)
        while not position.over:
            pile, hands = cards_left(position)
            if pile == 0 and hands <= most_cards and len(position.legal_moves()) > 2:
                found.append(position)
                break
            position.play(position.greedy_move())
        if len(found) == count:
            return found
    raise AssertionError("there are too few endings")


def exact_margin(position, player):
    """Final margin of a player under best play of both, by brute force."""
    if position.over:
        return position.margin(player)
    values = []
    for move in position.legal_moves():
        after = position.copy()
        after.play(move)
        values.append(exact_margin(after, player))
    return max(values) if position.to_move == player else min(values)


def exact_values(position):
    values = {}
    for move in position.legal_moves():
        after = position.copy()
        after.play(move)
        values[move.text] = exact_margin(after, position.to_move)
    return values


@pytest.mark.parametrize(
    ("solver", "worlds"), [("mcts", 20000), ("mcts:observers=multi", 20000), ("pimc:iterations=10000", 2)]
)
@pytest.mark.parametrize(("name", "most_cards"), [("kwatro", 3), ("quanto", 5)])
def test_endings_that_hide_nothing_are_played_as_brute_force_does(name, most_cards, solver, worlds):
    for position in endings(name, most_cards, 4):
        values = exact_values(position)
        found = f"{solver}:win=0:c=1:widening=1000:leaf=margin:width=1000"
        best = kiebitz.hint(position, found, worlds=worlds).best
        assert values[best.move.text] == max(values.values())


def test_a_solved_ending_has_the_value_of_brute_force():
    position = endings("quanto", 4, 1)[0]
    best = kiebitz.hint(position, "pimc:iterations=30000:win=0:c=1:widening=1000:leaf=margin", worlds=1).best
    assert best.margin == pytest.approx(max(exact_values(position).values()), abs=0.2)


def test_a_reply_that_some_worlds_allow_is_available_as_often():
    position = middle("quanto")
    search = tree(position.view(), c=10, widening=10**6, width=3)
    search.run(20_000)
    first = position.legal_moves()[search.moves[0]]
    visits = search.look([first])[0]
    worlds = [position.view().sample(seed) for seed in range(1500)]
    allowed = {}
    for world in worlds:
        world.play(first)
        for move in world.legal_moves():
            allowed[move] = allowed.get(move, 0) + 1 / len(worlds)
    often = {move: share for move, share in allowed.items() if 0.2 < share < 0.8}
    assert len(often) >= 3
    for move, share in often.items():
        # Counted since its first visit, which is early; the error of both shares is below 0.02.
        assert search.look([first, move])[1] / visits == pytest.approx(share, abs=0.08)


def test_a_move_at_the_root_is_available_in_every_iteration_in_which_it_is_a_candidate():
    search = tree(middle("kwatro").view(), widening=10**6)
    search.run(300)
    visits, available, _, _ = search.tallies()
    assert visits.sum() == 300
    assert (available == 300).all()


def test_progressive_widening_lets_moves_in_by_their_priors():
    search = tree(middle("kwatro").view(), widening=2.0, alpha=0.5)
    search.run(100)
    visits, available, _, _ = search.tallies()
    assert (np.diff(available) <= 0).all()
    assert np.count_nonzero(available) == 20
    assert not visits[available == 0].any()


def test_hidden_writes_are_one_node_for_the_observer_and_several_for_the_writers():
    position = kiebitz.game("qwinto", 2).deal(1)
    while True:
        if position.facts()["announced"]:
            view = position.view()
            first = position.legal_moves()[0]
            after = view.sample()
            after.play(first)
            if not after.over and after.to_move != view.player and len(after.legal_moves()) > 2:
                break
        position.play(position.greedy_move())
    others = list(after.legal_moves())
    single, multi = tree(view, c=5, widening=10**6), tree(view, c=5, widening=10**6, multi=True)
    for search in (single, multi):
        search.run(3000)
    assert len({single.look([first, other]) for other in others}) == 1
    assert len({multi.look([first, other]) for other in others}) > 1


@all_games
@pytest.mark.parametrize("per_world", [1, 25])
def test_the_same_seed_gives_the_same_tree_in_whatever_batches(name, per_world):
    view = middle(name, 3).view()
    whole, parts = tree(view, seed=9, per_world=per_world), tree(view, seed=9, per_world=per_world)
    whole.run(40)
    for worlds in (1, 7, 32):
        parts.run(worlds)
    assert all((a == b).all() for a, b in zip(whole.tallies(), parts.tallies(), strict=True))
    assert (whole.nodes, whole.size) == (parts.nodes, parts.size)


@all_games
@all_solvers
@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_seed_and_nodes_give_the_same_answer(name, solver, threads):
    view = middle(name, 2).view()
    first, again = (kiebitz.hint(view, solver, nodes=3000, seed=4, threads=threads).to_json() for _ in range(2))
    assert first["moves"] == again["moves"]
    assert first["nodes"] == again["nodes"] >= 3000


def test_two_threads_search_the_worlds_that_one_would():
    view = middle("kwatro").view()
    halves = [tree(view, seed=2, first=t, stride=2, c=0, widening=0.1) for t in range(2)]
    whole = tree(view, seed=2, c=0, widening=0.1)
    whole.run(1)
    halves[0].run(1)
    halves[1].run(1)
    assert (whole.tallies()[2] == halves[0].tallies()[2]).all()
    assert kiebitz.hint(view, "mcts", worlds=101, threads=2).worlds == 101


@all_games
@all_solvers
def test_an_answer_has_visits_intervals_and_a_line(name, solver):
    view = middle(name).view()
    advice = kiebitz.hint(view, solver, worlds=300)
    assert advice.solver == solver.split(":")[0]
    assert advice.worlds == 300
    for ranked in advice.moves:
        assert ranked.visits > 0
        assert ranked.margin_ci[0] <= ranked.margin <= ranked.margin_ci[1]
        assert 0 <= ranked.win_ci[0] <= ranked.win <= ranked.win_ci[1] <= 1
    if solver.startswith("mcts"):
        assert sum(ranked.visits for ranked in advice.moves) == 300
        assert advice.best.visits == max(ranked.visits for ranked in advice.moves)
    assert advice.best.line


def test_more_worlds_give_narrower_intervals():
    view = middle("kwatro").view()
    widths = []
    for worlds in (300, 4800):
        low, high = kiebitz.hint(view, "mcts", worlds=worlds).best.margin_ci
        widths.append(high - low)
    assert widths[1] < widths[0]


def test_moves_that_are_asked_for_are_tried_even_if_they_are_bad():
    view = middle("kwatro").view()
    worst = min(view.legal_moves(), key=lambda move: (move.points, move.text))
    for solver in SOLVERS:
        advice = kiebitz.hint(view, solver, worlds=400, also=worst.text)
        asked = next(ranked for ranked in advice.moves if ranked.move == worst)
        assert asked.visits >= 20
        assert asked.why


def test_an_interrupted_search_answers_with_its_results_so_far():
    shares = []

    def interrupt(share):
        shares.append(share)
        if len(shares) == 2:
            raise KeyboardInterrupt

    advice = kiebitz.hint(middle("kwatro").view(), "mcts", nodes=10**9, progress=interrupt)
    assert advice.stop == "interrupted"
    assert 0 < advice.nodes < 10**9


@all_solvers
@pytest.mark.parametrize("made", [0, 200])
def test_an_interrupted_search_answers_with_its_results_so_far_and_without_results_raises(monkeypatch, solver, made):
    def interrupted(trees, pool, batch, worlds):
        trees.trees[0].run(made, made)
        raise KeyboardInterrupt

    monkeypatch.setattr(RootParallelTrees, "run_batch", interrupted)
    view = middle("kwatro").view()
    if not made:
        with pytest.raises(KeyboardInterrupt):
            kiebitz.hint(view, solver, nodes=1000)
    else:
        advice = kiebitz.hint(view, solver, nodes=1000)
        assert advice.stop == "interrupted"
        assert advice.nodes >= made


def test_pimc_keeps_to_its_nodes_and_its_time_however_large_the_trees():
    view = middle("kwatro").view()
    advice = kiebitz.hint(view, "pimc:iterations=1000000000", nodes=3000)
    assert 3000 <= advice.nodes < 3000 + 50
    assert advice.worlds == 1
    assert kiebitz.hint(view, "pimc:iterations=1000000000", seconds=0.05).moves


def test_pimc_does_not_count_a_world_that_its_nodes_could_not_finish():
    view = middle("quanto").view()
    whole = kiebitz.hint(view, "pimc:iterations=50", worlds=4)
    more = kiebitz.hint(view, "pimc:iterations=50", nodes=whole.nodes + 60)
    assert more.worlds == 4
    assert [move.margin for move in more.moves] == [move.margin for move in whole.moves]


@all_games
@all_solvers
def test_moves_asked_for_are_in_the_shortest_answer(name, solver):
    view = middle(name).view()
    also = view.legal_moves().texts()[-2:]
    advice = kiebitz.hint(view, solver, worlds=2, also=also)
    assert set(also) <= {ranked.move.text for ranked in advice.moves}


@all_games
@pytest.mark.parametrize("nodes", [2, 30, 3000])
def test_ties_follow_the_best_move_and_a_move_that_was_tried_once_is_tied(name, nodes):
    moves = kiebitz.hint(middle(name).view(), "mcts", nodes=nodes).moves
    ties = [ranked.tied for ranked in moves]
    assert ties == sorted(ties, reverse=True)
    assert sum(ties) != 1
    assert len(moves) == 1 or all(ranked.tied for ranked in moves if ranked.visits == 1)


@all_games
@all_solvers
def test_there_is_an_answer_even_in_a_very_short_time(name, solver):
    advice = kiebitz.hint(middle(name).view(), solver, seconds=1e-9)
    assert advice.stop == "budget"
    assert advice.worlds > 0


def test_nodes_are_moves_made_and_the_limit_is_kept_to_within_one_iteration():
    advice = kiebitz.hint(middle("kwatro").view(), "mcts", nodes=5000)
    assert 5000 <= advice.nodes < 5000 + 50


@all_games
def test_memory_grows_with_the_nodes_and_ten_million_fit_into_500_megabytes(name):
    limit, bytes_a_node = 60_000, []
    search = tree(middle(name).view(), plies=0, limit=limit)
    while search.size < limit - 4000:
        search.run(2000)
        bytes_a_node.append(search.memory / search.size)
    with pytest.raises(MemoryError):
        search.run(10**6)
    assert search.size == limit
    assert max(bytes_a_node) < 2 * 32 + 12  # just after doubling
    assert search.memory / limit < 500 / 10


def test_a_full_tree_is_a_memory_error_and_keeps_its_nodes():
    search = tree(middle("quanto").view(), limit=500)
    for _ in range(2):
        with pytest.raises(MemoryError, match="500 nodes"):
            search.run(10**6)
        assert search.size == 500
        assert search.tallies()[0].sum() >= 499


def test_a_solver_whose_memory_is_used_up_answers_with_its_results_so_far():
    advice = kiebitz.hint(middle("quanto").view(), "mcts:memory=1:plies=0:leaf=margin", nodes=10**7)
    assert advice.stop == "memory"
    assert advice.moves


def test_the_only_move_takes_no_search():
    games = (kiebitz.game("quanto", 2).deal(seed) for seed in range(100))
    position = next(games)
    while len(position.legal_moves()) != 1:
        position = next(games) if position.over else position
        position.play(position.greedy_move())
    for solver in SOLVERS:
        assert kiebitz.hint(position, solver, nodes=10**9).stop == "only move"


@pytest.mark.parametrize(
    "text", ["c=101", "plies=-2", "trust=0", "policy=bold", "leaf=none", "observers=all", "width=0"]
)
def test_parameters_out_of_their_range_are_refused(text):
    with pytest.raises(BudgetError, match=text.partition("=")[0]):
        kiebitz.solvers.make_solver(f"mcts:{text}")


def test_settings_out_of_their_range_are_refused():
    view = middle("quanto").view()
    for name, value in (("c", -1), ("alpha", 2), ("widening", 0), ("prior_visits", 0), ("plies", -1), ("per_world", 0)):
        with pytest.raises(ValueError, match=name):
            tree(view, **{name: value})
    with pytest.raises(kiebitz.IllegalMoveError):
        tree(view, wanted=[kiebitz.game("quanto", 2).deal(77).legal_moves()[0]])
