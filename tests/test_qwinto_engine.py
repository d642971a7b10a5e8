"""The engine of Qwinto against its rule book, its worked examples and its perft table."""

import random
import tomllib
from itertools import chain
from pathlib import Path

import agreement
import pytest
import test_rulebook_qwinto as worked
from rulebook import qwinto as book

import kiebitz
from kiebitz.search import perft

# Decisions compared with the rule book in a run: CHUNKS x DECISIONS, here 20,000; the slow suite compares a million.
CHUNKS, DECISIONS = 40, 500
SLOW_CHUNKS, SLOW_DECISIONS = 400, 2500
PERFT = tomllib.loads((Path(__file__).parent / "data" / "qwinto_perft.toml").read_text())["position"]


def random_rules(choice):
    """A number of players and options that go together, every one of them now and then."""
    players = choice.randint(1, 8)
    rules = {
        "max_players": choice.randint(max(4, players), 8),
        "active_may_decline": choice.random() < 0.7,
        "empty_pile": choice.choice(book.ALL_OPTIONS["empty_pile"]),
        "start_player": choice.randrange(players),
    }
    return players, rules


def new_pile(before, after, mover, move):
    """The order in which the engine shuffled the covered cards, if it did: those drawn, then the pile they left."""
    known = {*before["pile"], *before["hands"][before["active"]]}
    drawn = [card for card in after["hands"][before["active"]] if card not in known]
    return drawn + after["pile"]


def games(seeds, greedy=0.5, choose=random_rules):
    """Positions of random games, each before its decision; the greedy move is made with the given probability."""
    for seed in seeds:
        choice = random.Random(seed)
        players, rules = choose(choice)
        position = kiebitz.game("qwinto", players, rules).deal(seed)
        while not position.over:
            yield position, choice
            if choice.random() < greedy:
                position.play(position.greedy_move())
            else:
                position.play(choice.choice(position.legal_moves()))


def legal_of(state):
    moves = state.legal_moves()
    return dict(zip(moves.texts(), (moves.points(i) for i in range(len(moves))), strict=True))


# ---- the rule book


def compare(chunk, decisions):
    choice = random.Random(chunk)
    done = 0
    while done < decisions:
        players, rules = random_rules(choice) if choice.random() < 0.5 else (choice.randint(1, 4), dict(book.DEFAULTS))
        seed = choice.randrange(2**32)
        done += agreement.compare_game("qwinto", players, rules, seed, decisions - done, new_pile)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_engine_and_rule_book_agree_at_every_decision_of_random_games(chunk):
    compare(chunk, DECISIONS)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(SLOW_CHUNKS))
def test_engine_and_rule_book_agree_at_a_million_decisions(chunk):
    compare(1_000_000 + chunk, SLOW_DECISIONS)


@pytest.mark.parametrize("seed", range(24))
def test_engine_and_rule_book_agree_where_greedy_games_fill_the_sheets(seed):
    players, rules = random_rules(random.Random(seed))
    position = kiebitz.game("qwinto", players, rules).deal(seed)
    facts = agreement.known_to_the_book(position.facts())
    while not position.over:
        assert legal_of(position) == book.legal(facts, rules)
        move = position.greedy_move().text
        position.play(move)
        after = position.facts()
        facts = book.play(facts, move, rules, agreement.Pile(new_pile(facts, after, None, move)))
        agreement.assert_same_facts(after, facts, move)
        assert position.scores == book.scores(facts)
    assert book.over(facts)


@pytest.mark.parametrize("example", worked.EXAMPLES, ids=lambda example: example["name"])
def test_the_engine_plays_the_worked_examples(example):
    facts, options = worked.facts_of(example), worked.options_of(example)
    options["max_players"] = max(options["max_players"], facts["players"])
    position = kiebitz.game("qwinto", facts["players"], options).position(facts, trusted=True)
    legal = legal_of(position)
    assert legal == book.legal(facts, options)
    assert len(legal) == example.get("count", len(legal))
    expected = {move["move"]: move["points"] for move in example.get("legal", [])}
    assert {move: legal.get(move) for move in expected} == expected
    assert position.scores[0] == example.get("score", position.scores[0])
    assert position.scores == example.get("scores", position.scores)
    for move in example.get("illegal", []):
        with pytest.raises((kiebitz.IllegalMoveError, kiebitz.NotationError)):
            position.play(move)
    as_shuffled = set()  # what lies as the engine shuffled it, not as the example says
    for step in example.get("after", []):
        if "move" in step:
            before = facts
            position.play(step["move"])
            order = new_pile(before, position.facts(), None, step["move"])
            facts = book.play(before, step["move"], options, agreement.Pile(order))
            agreement.assert_same_facts(position.facts(), facts, step["move"])
            if len(facts["covered"]) < len(before["covered"]):
                as_shuffled = {"hands", "pile"}
        told = worked.told_as_in_examples(agreement.known_to_the_book(position.facts()), options, step)
        expected = {key: value for key, value in step.items() if key not in ("move", "sheets")}
        assert {k: v for k, v in told.items() if k not in as_shuffled} == {
            k: v for k, v in expected.items() if k not in as_shuffled
        }


# ---- counting


@pytest.mark.parametrize("entry", PERFT, ids=lambda entry: entry["name"])
def test_perft_counts_are_those_of_the_table(entry):
    assert perft(kiebitz.parse(entry["line"]), len(entry["counts"]), verify=True) == entry["counts"]


def book_counts(facts, options, depth):
    """Perft by the rule book."""
    legal = book.legal(facts, options)
    counts = [len(legal)] + [0] * (depth - 1)
    for move in legal if depth > 1 else ():
        for d, count in enumerate(book_counts(book.play(facts, move, options), options, depth - 1)):
            counts[d + 1] += count
    return counts


@pytest.mark.parametrize("entry", PERFT, ids=lambda entry: entry["name"])
def test_the_rule_book_counts_the_same_as_far_as_it_is_quick(entry):
    position = kiebitz.parse(entry["line"])
    depth = 1 + sum(count < 4000 for count in entry["counts"][1:])
    facts = agreement.known_to_the_book(position.facts())
    assert book_counts(facts, vars(position.game.options), depth) == entry["counts"][:depth]


@pytest.mark.parametrize("seed", range(0, 40, 4))
def test_taking_back_restores_every_byte(seed):
    for position, choice in games(range(seed, seed + 4)):
        if choice.random() < 0.2:
            perft(position, 2, verify=True)


@pytest.mark.parametrize("seed", range(0, 60, 10))
def test_no_card_is_lost_or_doubled(seed):
    for position, _ in games(range(seed, seed + 10)):
        facts = position.facts()
        cards = [*chain(*facts["hands"]), *facts["square"], *facts["covered"], *facts["pile"]]
        assert sorted(cards) == sorted(book.CARDS)
