"""Solved endings against brute force: the same value for every move, with every kind of option."""

import os
import random
import signal
import threading
from itertools import islice
from pathlib import Path

import brute_force
import pytest
from agreement import random_options
from brute_force import Count, TooLarge, after_each_move, endings, margin
from rulebook import kwatro, quanto

import kiebitz
from kiebitz.endgame import Endgame, perfect_information, position_hash

BOOKS = {"kwatro": kwatro, "quanto": quanto}
# By game and players: most cards in hands, most cards in the pile.
SMALL = {
    ("kwatro", 2): (4, 0),
    ("kwatro", 3): (4, 0),
    ("quanto", 2): (6, 0),
    ("quanto", 3): (6, 0),
    ("quanto", 4): (6, 2),
}
MOST_MOVES = 3000  # of one ending's brute force


def options_of(name, chunk):
    """The defaults half the time, else random options."""
    choice = random.Random(chunk)
    return dict(BOOKS[name].DEFAULTS) if chunk % 2 else random_options(BOOKS[name], choice)


def compare(name, players, chunk, wanted, objective="win"):
    """Compares a number of endings move by move. Returns how many had more than one move."""
    rules = options_of(name, chunk)
    cards, pile = SMALL[name, players]
    endgame = Endgame(kiebitz.game(name, players, rules), objective, log_entries=12)
    compared = 0
    for position in islice(endings(name, players, rules, chunk, cards, pile), 40 * wanted):
        try:
            right = after_each_move(position, Count(MOST_MOVES), objective)
        except TooLarge:
            continue
        check(endgame, position, right, rules, objective)
        compared += 1
        if compared == wanted:
            return
    raise AssertionError(f"only {compared} of {wanted} endings were small enough")


def check(endgame, position, right, rules, objective):
    where = f"{rules}: {position.to_line()}"
    player = position.to_move
    solution = endgame.solve(position, top=len(right))
    assert solution.exact, where
    assert len(solution.outcomes) == len(right), where
    for outcome in solution.outcomes:
        scores = right[outcome.move.text]
        assert outcome.exact, where
        assert outcome.margin == margin(scores, player), f"{where}: {outcome.move.text}"
        assert outcome.win == brute_force.preference(player, scores, "win")[0], f"{where}: {outcome.move.text}"
        assert outcome.scores in (None, scores), f"{where}: {outcome.move.text}"
    best = max(right.values(), key=lambda scores: brute_force.preference(player, scores, objective))
    assert margin(right[solution.outcomes[0].move.text], player) == margin(best, player), where


@pytest.mark.parametrize("chunk", range(8))
@pytest.mark.parametrize(("name", "players"), [("kwatro", 2), ("quanto", 2)])
def test_every_move_of_an_ending_for_two_has_the_value_of_brute_force(name, players, chunk):
    compare(name, players, chunk, 20)


@pytest.mark.parametrize("objective", ["win", "margin"])
@pytest.mark.parametrize("chunk", range(3))
@pytest.mark.parametrize(("name", "players"), [("kwatro", 3), ("quanto", 3), ("quanto", 4)])
def test_every_move_of_an_ending_for_more_players_has_the_value_of_brute_force(name, players, chunk, objective):
    compare(name, players, chunk, 10, objective)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(100, 200))
@pytest.mark.parametrize(("name", "players"), [("kwatro", 2), ("quanto", 2)])
def test_ten_thousand_endings_for_two_are_solved_as_by_brute_force(name, players, chunk):
    compare(name, players, chunk, 50)


def compare_with_plain_search(chunk, cards, pile, wanted):
    """Compares all moves of Kwatro endings with the same search without bounds and replies."""
    rules = options_of("kwatro", chunk)
    game = kiebitz.game("kwatro", 2, rules)
    fast, plain = Endgame(game), Endgame(game, shortcuts=False)
    compared = 0
    for position in islice(endings("kwatro", 2, rules, chunk, cards, pile), 40 * wanted):
        top = len(position.legal_moves())
        right = plain.solve(position, nodes=40_000, top=top)
        if not right.exact or top < 3:
            continue
        found = fast.solve(position, top=top)
        assert found.exact
        where = f"{rules}: {position.to_line()}"
        assert {o.move.text: o.margin for o in found.outcomes} == {o.move.text: o.margin for o in right.outcomes}, where
        fast.clear()
        best = fast.solve(position)
        assert best.exact, where
        assert best.outcomes[0].margin == right.outcomes[0].margin, where
        compared += 1
        if compared == wanted:
            return
    raise AssertionError(f"only {compared} of {wanted} endings were small enough")


@pytest.mark.parametrize("chunk", range(10))
@pytest.mark.parametrize(("cards", "pile"), [(6, 0), (8, 2)])
def test_bounds_and_suggested_replies_change_no_value_of_kwatro(chunk, cards, pile):
    compare_with_plain_search(chunk, cards, pile, 6)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(100, 200))
def test_bounds_and_suggested_replies_change_no_value_of_a_thousand_endings(chunk):
    compare_with_plain_search(chunk, 7, chunk % 3 // 2, 10)


@pytest.mark.slow
@pytest.mark.parametrize("objective", ["win", "margin"])
@pytest.mark.parametrize("chunk", range(100, 125))
@pytest.mark.parametrize(("name", "players"), [("kwatro", 3), ("quanto", 3), ("quanto", 4)])
def test_thousands_of_endings_for_more_are_solved_as_by_brute_force(name, players, chunk, objective):
    compare(name, players, chunk, 20, objective)


@pytest.mark.parametrize("chunk", range(2))
@pytest.mark.parametrize("name", ["kwatro", "quanto"])
def test_the_rule_books_agree_with_the_solver(name, chunk):
    book, rules = BOOKS[name], options_of(name, chunk)
    endgame = Endgame(kiebitz.game(name, 2, rules), log_entries=12)
    compared = 0
    for position in islice(endings(name, 2, rules, chunk, 3), 60):
        facts = {key: value for key, value in position.facts().items() if key not in ("viewer", "hand_sizes")}
        try:
            scores = brute_force.final_scores_by_the_book(book, facts, rules, Count(60))
        except TooLarge:
            continue
        assert endgame.solve(position).outcomes[0].margin == margin(scores, position.to_move), position.to_line()
        compared += 1
    assert compared >= 4


def test_only_the_moves_asked_for_are_searched_and_get_their_values():
    for name in BOOKS:
        nodes = all_nodes = 0
        for position in islice((p for p in endings(name, 2, {}, 8, 6) if len(p.legal_moves()) > 6), 6):
            moves = list(position.legal_moves())[1::3]
            everything = Endgame(position.game).solve(position, top=10**4)
            right = {outcome.move: outcome.margin for outcome in everything.outcomes}
            found = Endgame(position.game).solve(position, top=len(moves), moves=moves)
            assert {outcome.move: outcome.margin for outcome in found.outcomes} == {move: right[move] for move in moves}
            assert found.exact
            assert all(outcome.exact for outcome in found.outcomes)
            nodes, all_nodes = nodes + found.nodes, all_nodes + everything.nodes
        assert nodes < all_nodes


def test_moves_without_a_legal_one_are_refused_and_the_next_search_looks_at_all_moves():
    position = next(p for p in endings("kwatro", 2, {}, 8, 6) if len(p.legal_moves()) > 6)
    endgame = Endgame(position.game)
    with pytest.raises(ValueError, match="legal move"):
        endgame.solve(position, moves=[])
    assert len(endgame.solve(position).outcomes) == len(position.legal_moves())


def test_a_second_search_for_more_moves_uses_what_the_first_one_found():
    position = next(p for p in endings("kwatro", 2, {}, 9, 8) if Endgame(p.game).solve(p).nodes > 1000)
    fresh = Endgame(position.game).solve(position, top=3)
    endgame = Endgame(position.game)
    first = endgame.solve(position)
    second = endgame.solve(position, top=3)
    assert second.nodes < fresh.nodes
    assert [o.margin for o in second.outcomes[:3]] == [o.margin for o in fresh.outcomes[:3]]
    assert first.outcomes[0].margin == fresh.outcomes[0].margin
    assert endgame.solve(position).nodes < first.nodes / 5


def test_a_table_of_a_few_entries_gives_the_same_answers_as_a_large_one():
    for name in BOOKS:
        game = kiebitz.game(name, 2)
        small, large = Endgame(game, log_entries=3), Endgame(game)
        for position in islice(endings(name, 2, {}, 5, 6), 12):
            first, second = small.solve(position, nodes=30000), large.solve(position, nodes=30000)
            if first.exact and second.exact:
                assert first.outcomes[0].margin == second.outcomes[0].margin


def deciding_facts(position):
    """The facts that decide the rest of the game, without the scores."""
    facts = position.facts()
    cards_left = sum(facts["hand_sizes"]) + len(facts["pile"])
    if facts["game"] == "kwatro":
        names = ("table", "hands", "to_move", "passes", "out", "pile")
        facts["table"] = sorted(facts["table"].items())
    elif facts["game"] == "quanto":
        names = ("display", "turned", "hands", "to_move", "decision", "phase", "last_taker", "pile", "stacks", "won")
        if not facts["pile"]:
            # A rainbow card of the display is a card like others once nothing is turned up any more.
            facts["display"] = sorted(card.rstrip("*") for card in facts["display"])
        # Of a stack only its size matters, of a score only whether enough cards can be taken from it.
        facts["stacks"] = [stack and (stack["chip"], len(stack["cards"])) for stack in facts["stacks"]]
        facts["won"] = [min(won, cards_left + len(facts["turned"])) for won in facts["won"]]
    else:
        names = ("square", "covered", "hands", "sheets", "to_move", "decision", "announced", "pile")
    return repr([facts[name] for name in names])


def positions_behind(position, most):
    """Positions after the decisions of an ending, reached in any order of moves; none twice by the same moves."""
    waiting = [position]
    for _ in range(most):
        if not waiting:
            return
        now = waiting.pop(0)
        yield now
        for move in now.legal_moves():
            after = now.copy()
            after.play(move)
            if not after.over:
                waiting.append(after)


@pytest.mark.parametrize(
    ("name", "players"), [("kwatro", 2), ("kwatro", 3), ("quanto", 2), ("quanto", 4), ("qwinto", 1)]
)
def test_positions_have_the_same_hash_exactly_when_the_same_facts_decide_the_rest(name, players):
    starts = qwinto_endings() if name == "qwinto" else endings(name, players, {}, 7, 6)
    facts_of, hash_of, again = {}, {}, 0
    for start in islice(starts, 24):
        for position in positions_behind(start, 150):
            facts, found = deciding_facts(position), position_hash(position)
            again += facts in hash_of
            assert hash_of.setdefault(facts, found) == found, position.to_line()
            assert facts_of.setdefault(found, facts) == facts, position.to_line()
    assert len(facts_of) > 100
    assert again > 5


def test_the_hash_does_not_depend_on_the_scores():
    for name in BOOKS:
        position = next(endings(name, 2, {}, 7, 6))
        facts = position.facts()
        scores = "scores" if name == "kwatro" else "won"
        facts[scores] = [score + 20 for score in facts[scores]]
        assert position_hash(position) == position_hash(position.game.position(facts, trusted=True))


def test_the_hash_of_quanto_counts_a_small_score_as_far_as_discarded_ones_can_take_from_it():
    position = next(endings("quanto", 2, {}, 7, 6))
    facts = position.facts()
    at_stake = sum(len(hand) for hand in facts["hands"]) + len(facts["turned"])
    assert at_stake >= 2
    hashes = [
        position_hash(position.game.position({**facts, "won": [won, 50]}, trusted=True)) for won in range(at_stake + 3)
    ]
    assert len(set(hashes[: at_stake + 1])) == at_stake + 1
    assert len(set(hashes[at_stake:])) == 1


def test_a_position_of_a_game_that_is_over_has_no_hash():
    position = next(endings("kwatro", 2, {}, 7, 6))
    while not position.over:
        position.play(position.greedy_move())
    with pytest.raises(ValueError, match="cannot be hashed"):
        position_hash(position)


def test_without_enough_nodes_the_answer_says_that_it_is_not_exact():
    for name in BOOKS:
        position = next(p for p in endings(name, 2, {}, 1, 8) if len(p.legal_moves()) > 5)
        for nodes in (1, 2, 10):
            solution = Endgame(position.game).solve(position, nodes=nodes)
            assert not solution.exact
            assert solution.nodes <= nodes + 1
            assert solution.outcomes[0].move in position.legal_moves()


def test_an_interrupt_ends_a_search_which_answers_with_its_results_so_far():
    position = kiebitz.game("kwatro", 2).deal(1)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    solution = Endgame(position.game).solve(position)
    timer.join()
    assert solution.interrupted
    assert not solution.exact
    assert solution.outcomes[0].move in position.legal_moves()


def test_the_line_leads_to_the_value():
    for name in BOOKS:
        endgame = Endgame(kiebitz.game(name, 2))
        for position in islice(endings(name, 2, {}, 2, 6), 8):
            outcome = endgame.solve(position).outcomes[0]
            after = position.copy()
            after.play(outcome.move)
            for text in endgame.line(position, outcome.move):
                after.play(text)
            assert after.over
            assert after.margin(position.to_move) == outcome.margin


def test_a_view_has_perfect_information_exactly_when_all_its_worlds_are_the_same_and_no_chance_is_left():
    seen = 0
    for name, most in (("kwatro", 10), ("quanto", 10)):
        for players in (2, 3):
            for position in islice(endings(name, players, {}, 3, most, 2), 60):
                view = position.view()
                alike = all(view.sample(seed) == position for seed in range(12))
                assert not perfect_information(view) or (alike and not position.facts()["pile"])
                if players == 2:
                    assert perfect_information(view) == (not position.facts()["pile"])
                    seen += perfect_information(view)
    assert seen > 20


def test_a_kwatro_view_of_two_hidden_hands_has_no_perfect_information_for_a_third_player_whose_own_is_open():
    line = (Path(__file__).parent / "data" / "kwatro_open_hand.txt").read_text()
    assert not perfect_information(kiebitz.parse(line))
    assert perfect_information(kiebitz.parse(line.replace("known_wilds=1,0,0", "known_wilds=1,1,0")))


def test_a_quanto_view_with_a_stack_that_was_not_noted_has_no_perfect_information():
    view = next(p for p in endings("quanto", 2, {}, 3, 6) if p.facts()["gone"]).view()
    facts = view.facts()
    facts["gone"] = facts["gone"][1:]
    assert perfect_information(view)
    assert not perfect_information(view.game.view(facts, trusted=True))


def test_qwinto_alone_is_solved_when_nothing_will_be_drawn():
    found = 0
    for position in islice(qwinto_endings(), 12):
        try:
            right = after_each_move(position, Count(MOST_MOVES))
        except TooLarge:
            continue
        solution = Endgame(position.game).solve(position, top=len(right))
        assert solution.exact
        assert {o.move.text: o.scores for o in solution.outcomes} == right
        found += 1
    assert found >= 3


def qwinto_endings():
    choice = random.Random(4)
    game = kiebitz.game("qwinto", 1, {"empty_pile": "no_refill"})
    for seed in range(10**6):
        position = game.deal(seed)
        while not position.over:
            if perfect_information(position) and len(position.facts()["hands"][0]) <= 2:
                yield position.copy()
            moves = position.legal_moves()
            position.play(moves[choice.randrange(len(moves))] if choice.random() < 0.1 else position.greedy_move())
