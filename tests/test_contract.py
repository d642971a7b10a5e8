"""Properties that every game must have: each test runs over all games."""

import contextlib
import copy
import pickle
import random
import subprocess
import sys
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from scipy.stats import chi2

import kiebitz
from kiebitz.learned import feature_names, features
from kiebitz.search import Rollouts, perft

# For each game the numbers of players and some options under which the contract is tested.
CASES = {
    "kwatro": [
        (2, {}),
        (3, {"traded_cards": "shuffle_in", "wild_identity": "unplayed"}),
        (4, {"contiguity": "same_row", "final_round": True}),
    ],
    "quanto": [
        (2, {}),
        (3, {"turn": "one_of", "base_size": 5, "rainbow_bonus": "any", "capture": "maximal"}),
        (6, {"joker_builds": True, "extend_groups": True, "rainbow_display": "state", "base_size": "by_players"}),
    ],
    "qwinto": [
        (1, {}),
        (2, {}),
        (3, {"empty_pile": "no_refill", "active_may_decline": False}),
        (4, {"empty_pile": "end"}),
    ],
    "climb": [
        (2, {}),
        (4, {"hand_size": 2}),
    ],
}
ALL = [(name, players, rules) for name, cases in CASES.items() for players, rules in cases]
all_games = pytest.mark.parametrize(("name", "players", "rules"), ALL, ids=lambda value: str(value))


def positions(name, players, rules, games=6, seed=1):
    """Positions from random games, about every third decision."""
    choice = random.Random(seed)
    game = kiebitz.game(name, players, rules)
    for number in range(games):
        position = game.deal(seed * 1000 + number)
        for _ in range(400):
            if position.over:
                break
            if choice.random() < 1 / 3:
                yield position.copy()
            moves = position.legal_moves()
            scoring = [i for i in range(len(moves)) if moves.points(i) > 0]
            position.play(
                moves[choice.choice(scoring) if scoring and choice.random() < 0.7 else choice.randrange(len(moves))]
            )


@pytest.mark.parametrize("names", [["A", "A"], ["", "B"], ["a\nb", "c"], [1, 2], ["A", "B", "C", "D", "E", "F", "G"]])
@pytest.mark.parametrize("name", CASES)
def test_names_that_are_empty_repeated_or_unprintable_are_refused_at_the_deal(name, names):
    with pytest.raises(kiebitz.errors.PositionError, match="players"):
        kiebitz.game(name, 2).deal(1, names)


@all_games
def test_unmaking_moves_restores_every_byte(name, players, rules):
    for position in positions(name, players, rules, games=2):
        assert perft(position, 1)[0] == len(position.legal_moves())
        perft(position, 2 if len(position.legal_moves()) < 150 else 1, verify=True)


@all_games
def test_playing_never_changes_a_copy_and_the_same_moves_lead_to_equal_positions(name, players, rules):
    position = kiebitz.game(name, players, rules).deal(3)
    before, other = position.copy(), position.copy()
    move = position.legal_moves()[0]
    position.play(move)
    other.play(move.text)
    assert position == other
    assert hash(position) == hash(other)
    assert before != position
    assert before == kiebitz.game(name, players, rules).deal(3)


@all_games
def test_a_position_read_back_from_its_facts_file_or_line_is_the_same(name, players, rules):
    for position in positions(name, players, rules):
        again = position.game.position(position.facts())
        assert again == position
        assert sorted(again.legal_moves().texts()) == sorted(position.legal_moves().texts())
        assert kiebitz.parse(position.to_toml()).facts() == position.facts()
        assert kiebitz.parse(position.to_line()) == position


@all_games
def test_a_view_read_back_from_its_facts_file_or_line_is_the_same(name, players, rules):
    for position in positions(name, players, rules):
        view = position.view()
        assert position.game.view(view.facts()) == view
        assert kiebitz.parse(view.to_toml()) == view
        assert kiebitz.parse(view.to_line()) == view


@all_games
def test_hidden_cards_do_not_change_anything_that_a_view_says(name, players, rules):
    for position in positions(name, players, rules, games=3):
        view = position.view()
        for seed in range(3):
            other = view.sample(seed).view(view.player)
            assert other == view
            assert other.legal_moves().texts() == view.legal_moves().texts()
            assert other.greedy_move() == view.greedy_move()
            assert other.outlook() == view.outlook()
            assert other.to_line() == view.to_line()
            assert repr(other) == repr(view)


@all_games
def test_advice_for_a_position_is_the_advice_for_its_view(name, players, rules):
    for position in list(positions(name, players, rules, games=1))[:4]:
        view = position.view()
        for solver in ("random", "greedy", "heuristic", "rollout", "mcts", "pimc:iterations=20"):
            answers = [
                kiebitz.hint(state, solver, worlds=24, seed=5).to_json()["moves"]
                for state in (position, view, view.sample(1).view(view.player), view.sample(2))
            ]
            assert answers[0] == answers[1] == answers[2] == answers[3]


@all_games
def test_sampled_worlds_keep_all_known_facts_and_every_card_once(name, players, rules):
    game = kiebitz.game(name, players, rules)
    for position in positions(name, players, rules, games=3):
        view = position.view()
        for seed in range(5):
            world = view.sample(seed)
            assert world.view(view.player) == view
            assert all_cards(world.facts()) == all_cards(position.facts())
            assert game.position(world.facts()) == world


def all_cards(value):
    """Every card named anywhere in the facts, sorted; Qwinto's hidden writes name fields and may differ."""
    if isinstance(value, str):
        return [value] if any(mark.isdigit() or mark in "*J" for mark in value) else []
    if isinstance(value, dict):
        return sorted(card for key, part in value.items() if key != "writes" for card in all_cards(part))
    if isinstance(value, list | tuple):
        return sorted(card for part in value for card in all_cards(part))
    return []


@all_games
def test_worlds_are_sampled_uniformly(name, players, rules):
    """Chi-square on how often each hidden card lies in the next hand; the false-alarm rate is 1 in 10,000 a case."""
    if players == 1:
        pytest.skip("alone, no hand is hidden")
    view = next(iter(positions(name, players, rules, games=1, seed=4))).view()
    other = (view.player + 1) % players
    worlds = [view.sample(seed).facts() for seed in range(4000)]
    hands = [worlds[0]["hands"][seat] for seat in range(players) if seat != view.player]
    hidden = Counter(worlds[0]["pile"] + [card for hand in hands for card in hand])
    single = [card for card, times in hidden.items() if times == 1]
    total, size = hidden.total(), len(worlds[0]["hands"][other])
    held = Counter(card for world in worlds for card in world["hands"][other])
    deviations = np.array([held[card] - len(worlds) * size / total for card in single])
    # Drawing without replacement: every pair of cards has the same negative covariance.
    variance = len(worlds) * size / total * (1 - size / total)
    covariance = np.full((len(single), len(single)), -variance / (total - 1))
    np.fill_diagonal(covariance, variance)
    if len(single) == total:  # then one count follows from the others
        deviations, covariance = deviations[1:], covariance[1:, 1:]
    statistic = deviations @ np.linalg.solve(covariance, deviations)
    assert statistic < chi2.ppf(1 - 1e-4, len(deviations))


@all_games
def test_deals_are_distinct_and_neighbouring_seeds_unrelated(name, players, rules):
    game = kiebitz.game(name, players, rules)
    deals = [game.deal(seed).facts() for seed in range(500)]
    assert len({str(deal) for deal in deals}) == len(deals)
    same = sum(a["pile"][0] == b["pile"][0] for a, b in pairwise(deals))
    assert same < 60  # 499 pairs, a chance of at most 1 in 28 each: 60 is more than nine standard deviations away


@all_games
def test_the_same_seed_gives_the_same_answer_in_another_process_and_with_more_threads(name, players, rules):
    program = (
        "import kiebitz, sys; view = kiebitz.game(sys.argv[1], int(sys.argv[2]), eval(sys.argv[3])).deal(11).view()\n"
        "for threads in (1, 2):\n"
        "    print(kiebitz.hint(view, 'rollout', worlds=40, seed=3, threads=threads).to_json()['moves'])"
    )
    command = [sys.executable, "-c", program, name, str(players), repr(rules)]
    there = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    view = kiebitz.game(name, players, rules).deal(11).view()
    here = str(kiebitz.hint(view, "rollout", worlds=40, seed=3, threads=1).to_json()["moves"])
    assert there.splitlines() == [here, here]


@all_games
def test_worlds_do_not_depend_on_the_batches_they_are_played_in(name, players, rules):
    view = kiebitz.game(name, players, rules).deal(2).view()
    which = np.arange(min(5, len(view.legal_moves())), dtype=np.int32)
    whole, wins = np.empty((len(which), 20), np.float32), np.empty((len(which), 20), np.float32)
    rollouts = Rollouts(view, 3, seed=9)
    rollouts.run(which, 0, whole, wins)
    for first, last in ((0, 7), (7, 20)):
        part, ignored = (
            np.empty((len(which), last - first), np.float32),
            np.empty((len(which), last - first), np.float32),
        )
        rollouts.run(which, first, part, ignored)
        assert (part == whole[:, first:last]).all()


@all_games
def test_moves_are_values(name, players, rules):
    position = kiebitz.game(name, players, rules).deal(5)
    first, again = position.legal_moves()[0], position.legal_moves()[0]
    assert first == again
    assert hash(first) == hash(again)
    assert first is not again
    assert len(set(position.legal_moves())) == len(position.legal_moves())
    assert position.move(first.text) == first
    assert first.text in repr(first)


@all_games
def test_an_illegal_move_is_refused_and_leaves_the_position_as_it_was(name, players, rules):
    position = kiebitz.game(name, players, rules).deal(6)
    before = position.copy()
    foreign = next(
        move
        for seed in range(100)
        for move in kiebitz.game(name, players, rules).deal(seed).legal_moves()
        if move not in position.legal_moves()
    )
    with pytest.raises(kiebitz.IllegalMoveError, match="not legal here"):
        position.play(foreign)
    with pytest.raises(kiebitz.NotationError):
        position.play("no move at all")
    assert position == before


@all_games
def test_a_finished_game_has_no_moves_and_no_advice(name, players, rules):
    position = kiebitz.game(name, players, rules).deal(8)
    while not position.over:
        position.play(position.greedy_move())
    assert position.to_move is None
    assert len(position.legal_moves()) == 0
    assert sum(position.win_share(seat) for seat in range(players)) == pytest.approx(1)
    with pytest.raises(ValueError, match="over"):
        kiebitz.hint(position)


@all_games
def test_positions_views_and_moves_can_be_copied_and_pickled(name, players, rules):
    position = next(iter(positions(name, players, rules, games=1)))
    for value in (position, position.view(), position.legal_moves()[0]):
        assert pickle.loads(pickle.dumps(value)) == value
        assert copy.deepcopy(value) == value
    assert copy.copy(position) == position


@all_games
def test_impossible_facts_are_refused_with_their_faults(name, players, rules):
    """Every fact in turn is replaced by nonsense. There must be no crash and no other error."""
    game = kiebitz.game(name, players, rules)
    facts = game.deal(1).facts()
    nonsense = [9, -1, None, [], {}, "x", [["RO1"] * 9] * 9, [None] * 70, {"a": 1}, [9] * players, 10**30]
    for key in facts:
        for value in [*nonsense, facts[key] * 10 if isinstance(facts[key], list) else 3]:
            changed = {**facts, key: value}
            for make in (game.position, game.view):
                # A view of a player who is not to move is possible, but there is no advice for it.
                refused = contextlib.suppress(kiebitz.PositionError, kiebitz.IllegalMoveError)
                with refused:
                    state = make(changed)
                    assert state.over or kiebitz.hint(state, "greedy").moves


@all_games
def test_facts_are_refused_or_kept_unchanged(name, players, rules):
    """Never cut off, rounded or read as something else."""
    position = kiebitz.game(name, players, rules).deal(1)
    for _ in range(3):
        position.play(position.greedy_move())
    facts = position.facts()
    for key, value in facts.items():
        for odd in (1.5, 1.0, True, -1, 255, "junk"):
            changed = {**facts, key: [odd, *value[1:]] if isinstance(value, list) and value else odd}
            with contextlib.suppress(kiebitz.PositionError):
                assert repr(position.game.position(changed).facts()[key]) == repr(changed[key])


@all_games
def test_moves_to_judge_as_well_may_be_moves_or_texts(name, players, rules):
    view = kiebitz.game(name, players, rules).deal(1).view()
    first, *_, last = view.legal_moves()
    for also in (last, [last], last.text, [first.text, last]):
        assert last in [ranked.move for ranked in kiebitz.hint(view, "random", also=also).moves]


@pytest.mark.parametrize("solver", [5, None, "random.txt", object()])
def test_an_object_that_is_no_solver_is_refused(solver):
    with pytest.raises(kiebitz.BudgetError):
        kiebitz.hint(kiebitz.game("kwatro").deal(1), solver)


@pytest.mark.parametrize(
    "limit",
    [
        {"threads": None},
        {"threads": 1.0},
        {"seed": None},
        {"seed": "1"},
        {"seconds": "1"},
        {"seconds": True},
        {"nodes": 2.5},
        {"worlds": "8"},
    ],
    ids=str,
)
def test_a_limit_of_the_wrong_type_is_refused_by_its_name(limit):
    with pytest.raises(kiebitz.BudgetError, match=f"{next(iter(limit))} must be a"):
        kiebitz.hint(kiebitz.game("kwatro").deal(1), "greedy", **limit)


@pytest.mark.parametrize(
    ("players", "rules", "what"),
    [
        (2.5, None, "for 2 to 4 players, not 2.5"),
        ("2", None, "for 2 to 4 players, not '2'"),
        (5, None, "for 2 to 4 players, not 5"),
        (2, {1: 2}, "rules.1: is no field"),
        (2, ["recycle"], "rules: is"),
    ],
)
def test_an_impossible_game_is_refused_with_the_reason(players, rules, what):
    with pytest.raises(kiebitz.PositionError, match=what):
        kiebitz.game("kwatro", players, rules)


def test_a_start_player_who_does_not_sit_at_the_table_is_named():
    with pytest.raises(kiebitz.PositionError, match="start_player: is 7; with 2 players right would be 0 to 1"):
        kiebitz.game("qwinto", 2, {"start_player": 7})


@all_games
def test_a_view_has_the_features_that_its_player_knows_of_the_position(name, players, rules):
    """No feature may look at hidden cards or hidden decisions."""
    game = kiebitz.game(name, players, rules)
    if not feature_names(game):
        pytest.skip("no learned value yet")
    for position in positions(name, players, rules, games=3):
        view = position.view()
        phase, rows = features(view)
        for state in (position, view.sample(1), view.sample(2)):
            other_phase, other_rows = features(state, observer=view.player)
            assert other_phase == phase
            assert (other_rows == rows).all()
        assert rows.shape == (players, len(feature_names(game)))
        assert np.isfinite(rows).all()
        assert 0 <= phase < game.phases


@all_games
def test_the_heuristic_move_is_legal_and_does_not_depend_on_hidden_cards(name, players, rules):
    for position in positions(name, players, rules, games=3):
        view = position.view()
        move = view.heuristic_move()
        assert move in position.legal_moves()
        assert position.heuristic_move() == view.sample(1).heuristic_move() == move


@all_games
def test_scores_that_are_called_final_never_change(name, players, rules):
    choice = random.Random(4)
    for position in positions(name, players, rules):
        if position.scores_final:
            scores = position.scores
            while not position.over:
                position.play(choice.choice(list(position.legal_moves())))
            assert position.scores == scores
