"""Displays with thousands to billions of moves: single moves are tested, large takes found, and all solvers answer."""

import json
import random
import re
from itertools import pairwise

import pytest
from command import run
from rulebook import quanto

import kiebitz
from kiebitz.core import MOST_CANDIDATES

SIX = "game=quanto players=A,B,C,D,E,F to_move=A won=0,0,0,0,0,0"
TWO = "game=quanto players=A,B to_move=A won=0,0"
SIXTEEN = f"kiebitz1 {TWO} display=1,2,2,3,3,4,4,5,5,6,6,7,8,9,J,J hand=12,11,10,8*"
STACKS = "quanto.A.chip=12 quanto.A.cards=4,8 quanto.B.chip=10 quanto.B.cards=4,6"
TWENTY_FOUR = f"kiebitz1 {SIX} display=1,1,2,2,3,3,3,4,4,4*,5,5,5*,6,6,7,7,8,8*,9,10,11,J hand=12,12*,J,8 {STACKS}"
TWENTY_ONE = TWENTY_FOUR.replace("9,10,11,J", "J")
HUGE = f"kiebitz1 {TWO} hand=11*,12*,J,J display=" + ",".join(
    ",".join([str(number)] * (8 if number > 3 else 9)) for number in range(1, 12)
)
SELECTED = (SIXTEEN, TWENTY_FOUR, HUGE)
SOLVERS = (
    "random",
    "greedy",
    "greedy:ties=random",
    "heuristic",
    "static",
    "expectimax",
    "rollout",
    "mcts",
    "pimc",
    "best",
)


def bits(move):
    """The two words and the points of a move."""
    return move.__reduce__()[1][2:5]


def some_positions(seed, games):
    """Positions of games with any rules, in which some players discard so often that displays grow."""
    choice = random.Random(seed)
    for game in range(games):
        rules = {name: choice.choice(values) for name, values in quanto.ALL_OPTIONS.items()} if game % 3 else {}
        position = kiebitz.game("quanto", choice.choice(range(2, 7)), rules).deal(choice.randrange(2**32))
        discards = choice.random()
        while not position.over and len(position.candidate_moves()) < MOST_CANDIDATES // 2:
            yield position, choice
            moves = list(position.legal_moves())
            if choice.random() < discards:
                moves = [move for move in moves if "discards" in move.text] or moves
            position.play(choice.choice(moves))


@pytest.mark.parametrize("seed", range(4))
def test_a_move_is_legal_exactly_if_it_is_listed(seed):
    for position, choice in some_positions(seed, 6):
        listed = {(low, high): points for low, high, points in map(bits, position.legal_moves())}
        known = list(listed)
        for low, high in choice.sample(known, min(20, len(known))):
            other_low, other_high = choice.choice(known)
            changed = [
                (low, high),
                (low, high ^ 1 << choice.choice([*range(26), 61, 62, 63])),
                (low ^ 1 << choice.randrange(62), high),
                (other_low, high),
                (low, high & ~(31 << 21) | choice.randrange(23) << 21),
                (low, high & ~31 | choice.randrange(1, 23)),
                (low, other_high),
            ]
            for pair in changed:
                assert position._legal(*pair) == listed.get(pair), (pair, position.to_line())


@pytest.mark.parametrize("line", [SIXTEEN, TWENTY_ONE])
def test_a_selection_has_only_legal_moves_and_those_of_most_points(line):
    view = kiebitz.parse(line)
    selected = view.candidate_moves()
    every = view.legal_moves()
    assert not selected.complete
    assert every.complete
    points = dict(zip(every.texts(), map(every.points, range(len(every))), strict=True))
    chosen = dict(zip(selected.texts(), map(selected.points, range(len(selected))), strict=True))
    assert len(chosen) == len(selected) <= MOST_CANDIDATES
    assert chosen.items() <= points.items()
    for number in (1, 5, 20):
        assert sorted(chosen.values())[-number:] == sorted(points.values())[-number:]
    assert 0.7 < selected.total / len(every) < 1.4


def test_greedy_wins_most_on_displays_of_any_size():
    choice = random.Random(5)
    deck = [*quanto.CARDS]
    for size in range(9, 19):
        for _ in range(4):
            cards = choice.sample(deck, size + 3)
            game = kiebitz.game("quanto", 2)
            facts = game.deal(0).facts()
            rest = list(deck)
            for card in cards:
                rest.remove(card)
            facts |= {"display": cards[3:], "hands": [[c for c in cards[:3] if c != "2"] or ["12"], []], "pile": []}
            facts |= {"gone": [], "hand_sizes": [len(facts["hands"][0]), 0]}
            position = game.position(facts, trusted=True)
            if position.candidate_moves().total < 500_000:
                every = position.legal_moves()
                assert position.greedy_move().points == max(map(every.points, range(len(every))))


def test_random_moves_of_a_large_display_are_uniform():
    view = kiebitz.parse(SIXTEEN)
    every = view.legal_moves()
    assert len(every) > MOST_CANDIDATES  # fewer are listed to draw one
    sizes = [len(text.split()) for text in every.texts()]
    mean = sum(sizes) / len(sizes)
    deviation = (sum((size - mean) ** 2 for size in sizes) / len(sizes)) ** 0.5
    drawn = [view.random_move(seed).text for seed in range(800)]
    assert len(set(drawn)) > 780
    assert abs(sum(len(text.split()) for text in drawn) / 800 - mean) < 4 * deviation / 800**0.5
    share = sum(text.startswith("12 ") for text in every.texts()) / len(every)
    found = sum(text.startswith("12 ") for text in drawn) / 800
    assert abs(found - share) < 4 * (share * (1 - share) / 800) ** 0.5


@pytest.mark.parametrize("line", SELECTED)
def test_equal_views_have_equal_selections(line):
    first, second = kiebitz.parse(line), kiebitz.parse(line)
    assert first.candidate_moves().texts() == second.candidate_moves().texts()
    also = second.random_move(3)
    assert also in second.candidate_moves([also])
    assert first.candidate_moves().texts() == second.candidate_moves().texts()


def test_moves_outside_the_selection_are_read_and_played():
    position = kiebitz.parse(SIXTEEN).sample()
    every = position.legal_moves().texts()
    selected = set(position.candidate_moves().texts())
    outside = [text for text in every if text not in selected]
    for text in random.Random(1).sample(outside, 200):
        assert position.move(text).text == text
    after = position.copy()
    after.play(outside[0])
    assert after.to_move == 1
    with pytest.raises(kiebitz.IllegalMoveError, match=r"about \d\d,000 moves are"):
        position.move("12 takes 12")


def test_too_many_moves_are_refused_and_not_listed():
    view = kiebitz.parse(HUGE)
    with pytest.raises(kiebitz.TooManyMovesError, match=r"at most 1,000,000 are listed; candidate_moves\(\) selects"):
        view.legal_moves()
    assert view.candidate_moves().total > 10**9
    assert len(view.candidate_moves()) <= MOST_CANDIDATES


@pytest.mark.parametrize("line", SELECTED)
@pytest.mark.parametrize("solver", SOLVERS)
def test_every_solver_ranks_a_selection_and_says_so(solver, line):
    view = kiebitz.parse(line)
    also = view.random_move(8)
    advice = kiebitz.hint(view, solver, nodes=600, also=also)
    assert advice.selection.total == view.candidate_moves().total
    assert advice.selection.moves <= MOST_CANDIDATES + 1
    assert len(advice.moves) <= advice.selection.moves
    assert also in [ranked.move for ranked in advice.moves]
    assert advice.to_json()["selection"] == {"moves": advice.selection.moves, "total": advice.selection.total}


def test_legal_says_that_it_lists_a_selection():
    answer = run("legal", "--line", HUGE, "--top", "3")
    assert re.match(r"A to move, about [1-9]\d?,000,000,000 legal moves; these are \d+ of them:\n", answer.stdout)
    assert answer.stdout.count(" takes ") == 3
    found = json.loads(run("legal", "--line", HUGE, "--top", "3", "--json").stdout)
    assert found["count"] == found["selection"]["total"] > 10**9
    assert all(more["points"] >= less["points"] for more, less in pairwise(found["moves"]))
