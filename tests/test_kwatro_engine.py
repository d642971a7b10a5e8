"""Kwatro's engine on the worked examples, perft tables, and its greedy policy."""

import random
import tomllib
from pathlib import Path

import pytest
from rulebook import kwatro as book
from test_rulebook_kwatro import EXAMPLES, facts_of, options_of, seen, table_of

import kiebitz

DATA = Path(__file__).parent / "data"
PERFT = tomllib.loads((DATA / "kwatro_perft.toml").read_text())["position"]


def position_of(example):
    facts = facts_of(example)
    return kiebitz.game("kwatro", facts["players"], options_of(example)).position(facts, trusted=True)


def points_by_move(position):
    moves = position.legal_moves()
    return dict(zip(moves.texts(), (moves.points(i) for i in range(len(moves))), strict=True))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["name"])
def test_the_engine_agrees_with_the_worked_example(example):
    position = position_of(example)
    legal = points_by_move(position)
    assert legal == book.legal(facts_of(example), options_of(example))
    for expected in example.get("legal", []):
        assert legal.get(expected["move"]) == expected.get("points", 0), expected["move"]
    for move in example.get("illegal", []):
        assert move not in legal
    expected = dict(example.get("after", {}))
    if options_of(example)["traded_cards"] == "shuffle_in" and "trade" in expected.get("move", ""):
        return  # the data keep their order where the engine shuffles
    if "move" in expected:
        position.play(expected.pop("move"))
    if "table" in expected:
        expected["table"] = table_of(expected["table"])
    assert {key: seen(position.facts(), key) for key in expected} == expected


@pytest.mark.parametrize("case", PERFT, ids=lambda case: case["name"])
def test_node_counts_are_those_of_the_perft_table(case):
    position = kiebitz.parse(case["line"])
    assert kiebitz.perft(position, len(case["counts"])) == case["counts"]


@pytest.mark.parametrize("case", [case for case in PERFT if case.get("book")], ids=lambda case: case["name"])
def test_the_rule_book_counts_the_same_nodes(case):
    position = kiebitz.parse(case["line"])
    options = {**book.DEFAULTS, **position.game.options.changed()}

    def count(facts, depth):
        moves = book.legal(facts, options)
        if depth == 1:
            return len(moves)
        return sum(count(book.play(facts, move, options), depth - 1) for move in moves)

    assert count(position.facts(), case["book"]) == case["counts"][case["book"] - 1]


@pytest.mark.parametrize(
    "rules", [{}, {"doubling": "additive"}, {"doubling": "lot_only"}, {"wild_identity": "unplayed"}]
)
def test_greedy_finds_the_best_of_all_listed_plays(rules):
    game = kiebitz.game("kwatro", 2, {"recycle": "off", **rules})
    choice = random.Random(1)
    for seed in range(60):
        position = game.deal(seed)
        while not position.over:
            moves = position.legal_moves()
            best = max(moves.points(i) for i in range(len(moves)))
            assert position.greedy_move().points == best
            position.play(position.greedy_move() if choice.random() < 0.7 else moves[choice.randrange(len(moves))])


def test_greedy_swaps_first_when_the_whole_turn_then_scores_more():
    game = kiebitz.game("kwatro", 2)
    swaps = 0
    for seed in range(200):
        position = game.deal(seed)
        while not position.over:
            first = position.greedy_move()
            if first.text.startswith("swap"):
                swaps += 1
                moves = position.legal_moves()
                before = max(moves.points(i) for i in range(len(moves)))
                turn = position.copy()
                while turn.to_move == position.to_move and turn.scores == position.scores:
                    turn.play(turn.greedy_move())
                seat = position.to_move
                assert turn.scores[seat] - position.scores[seat] >= before
            position.play(first)
    assert swaps > 50


def test_greedy_does_not_depend_on_the_order_in_which_the_table_was_laid():
    game = kiebitz.game("kwatro", 2)
    for seed in range(40):
        position = game.deal(seed)
        while not position.over:
            assert game.position(position.facts()).greedy_move() == position.greedy_move()
            position.play(position.greedy_move())


def test_the_worked_examples_of_the_engine_pages_score_as_written():
    root = Path(__file__).parents[1]
    evening = points_by_move(kiebitz.load(root / "examples" / "kwatro" / "evening.toml"))
    down = {move: points for move, points in evening.items() if move.startswith("GT1@2,-4 ") and move.count("@") == 2}
    assert down == {"GT1@2,-4 GS3@3,-4": 28, "GT1@2,-4 YO3@3,-4": 28, "GT1@2,-4 RS1@3,-4": 24}
    one_card = kiebitz.parse("kiebitz1 game=kwatro players=A,B to_move=A scores=0,0 hand=BX2,GO2,RS3,YX1 grid=RT2")
    assert points_by_move(one_card)["BX2@0,1 GO2@0,2"] == 6


def test_the_published_rule_sheet_game_scores_as_printed():
    position = kiebitz.load(Path(__file__).parents[1] / "examples" / "kwatro" / "rulebook.toml")
    assert position.scores == [40, 214]
    assert sum(position.scores) == 6 + 6 + 34 + 208


def test_the_next_turn_is_worth_points_and_most_when_hands_can_no_longer_be_filled():
    position = kiebitz.game("kwatro", 2).deal(5)
    gains = []
    while not position.over:
        gains.append((len(position.facts()["pile"]), position.outlook()[0] - position.margin(position.to_move)))
        position.play(position.greedy_move())
    assert all(-15 < gain < -5 for pile, gain in gains if pile)
    assert gains[-1] == (0, pytest.approx(-52.7))
    assert position.outlook()[0] == position.margin(0)
