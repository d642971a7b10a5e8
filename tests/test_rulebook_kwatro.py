import random
import tomllib
from collections import Counter
from copy import deepcopy
from itertools import combinations, permutations, product
from pathlib import Path

import pytest
from rulebook import kwatro

EXAMPLES = tomllib.loads((Path(__file__).parent / "data" / "kwatro_examples.toml").read_text())["example"]
VARIANTS = [{}] + [{name: other} for name, values in kwatro.ALL_OPTIONS.items() for other in values[1:]]
GAMES = [({}, 2), ({}, 3), ({}, 4), ({"final_round": True}, 3)]  # and one for every other value of an option
GAMES += [(variant, 2 + number % 3) for number, variant in enumerate(VARIANTS[1:])]
NOBODY = "nobody"


def options_of(example):
    return kwatro.DEFAULTS | example.get("options", {})


def table_of(text):
    return kwatro.placed_by(" ".join("@".join(reversed(word.split("="))) for word in text.split()))


def named_nowhere(named):
    rest = Counter(kwatro.CARDS)
    rest.subtract(named)
    assert min(rest.values()) >= 0, "a card is named too often"
    return [card for card in dict.fromkeys(kwatro.CARDS) for _ in range(rest[card])]


def facts_of(example):
    """The position of an example, as the head of the data file says."""
    options = options_of(example)
    if "deck" in example:
        deck = example["deck"].split()
        facts = kwatro.deal(example["players"], options, deck + named_nowhere(deck))
    else:
        table = table_of(example["table"])
        pile = [] if example.get("pile", "empty") == "empty" else example["pile"]
        hands = [hand.split() for hand in example.get("hands", [example.get("hand")])]
        rest = named_nowhere([*table.values(), *pile, *(card for hand in hands for card in hand)])
        if "hand" in example:
            hands, rest = [*hands, rest[:4]], rest[4:]
        pile = pile if "pile" in example else rest
        facts = {
            "game": "kwatro",
            "players": len(hands),
            "to_move": example.get("to_move", 0),
            "table": table,
            "hands": [sorted(hand) for hand in hands],
            "pile": pile,
            "traded_by": [None] * len(pile),
            "known_wilds": example.get("known_wilds", [0] * len(hands)),
            "scores": example.get("scores", [0] * len(hands)),
            "passes": example.get("passes", 0),
            "out": example.get("out", []),
        }
    for move in example.get("played", []):
        facts = kwatro.play(facts, move, options)
    return facts


def seen(facts, key):
    """One thing of a position in the form in which the data file names it."""
    if key == "over":
        return kwatro.over(facts)
    if key == "pile_size":
        return len(facts["pile"])
    if key == "hands":
        return [" ".join(hand) for hand in facts["hands"]]
    if key == "to_move":
        return NOBODY if facts["to_move"] is None else facts["to_move"]
    if key == "traded_by":
        return [NOBODY if seat is None else seat for seat in facts["traded_by"]]
    return facts[key]


def test_every_key_of_the_examples_is_one_that_the_head_of_the_file_explains():
    position = {"table", "hand", "hands", "pile", "to_move", "passes", "scores", "known_wilds", "out"}
    expected = {"name", "source", "options", "played", "legal", "illegal", "plays", "after"}
    for example in EXAMPLES:
        assert set(example) <= position | {"players", "deck"} | expected, example["name"]
    assert len({example["name"] for example in EXAMPLES}) == len(EXAMPLES)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["name"])
def test_the_rule_book_agrees_with_the_worked_example(example):
    facts, options = facts_of(example), options_of(example)
    legal = kwatro.legal(facts, options)
    for expected in example.get("legal", []):
        assert legal.get(expected["move"]) == expected.get("points", 0), expected["move"]
    for move in example.get("illegal", []):
        assert move not in legal
        with pytest.raises(ValueError, match="not a legal move"):
            kwatro.play(facts, move, options)
    if "plays" in example:
        assert len(kwatro.plays(facts, options)) == example["plays"]
    expected = dict(example.get("after", {}))
    if "move" in expected:
        facts = kwatro.play(facts, expected.pop("move"), options)
    if "table" in expected:
        expected["table"] = table_of(expected["table"])
    assert {key: seen(facts, key) for key in expected} == expected


def test_every_option_has_an_example_for_each_of_its_values_but_the_default():
    shown = {(name, value) for example in EXAMPLES for name, value in example.get("options", {}).items()}
    assert shown >= {
        (name, value)
        for name, values in kwatro.ALL_OPTIONS.items()
        for value in values[1:]
        if name != "stalemate_rounds"
    }


def test_the_deck_has_66_different_cards_but_for_the_two_wilds():
    assert len(kwatro.CARDS) == 66
    assert kwatro.CARDS.count("**") == 2
    assert len(set(kwatro.CARDS)) == 65


# Random games


def all_cards(facts):
    return [*facts["table"].values(), *facts["pile"], *(card for hand in facts["hands"] for card in hand)]


def lines_on(table):
    """Every run of two or more cards, read off the rows and columns one cell after the other."""
    lines = []
    for down, right in ((0, 1), (1, 0)):
        for row, column in table:
            if (row - down, column - right) not in table:
                run = []
                while (row, column) in table:
                    run.append((row, column))
                    row, column = row + down, column + right
                if len(run) > 1:
                    lines.append(run)
    return lines


def equal_or_different(values):
    return len(set(values)) == 1 or len(set(values)) == len(values)


def all_lines_can_be_valid(table):
    """By trying every card of the game for every wild of the table."""
    wilds = [cell for cell, card in table.items() if card == "**"]
    lines = lines_on(table)
    if any(len(line) > 4 for line in lines):
        return False
    plain = [line for line in lines if not set(line) & set(wilds)]
    wild = [line for line in lines if set(line) & set(wilds)]

    def valid(line, named):
        cards = [named.get(cell, table[cell]) for cell in line]
        return all(equal_or_different(values) for values in zip(*cards, strict=True))

    return all(valid(line, {}) for line in plain) and any(
        all(valid(line, dict(zip(wilds, cards, strict=True))) for line in wild)
        for cards in product(kwatro.IDENTITIES, repeat=len(wilds))
    )


def is_connected(table):
    reached, waiting = set(), [(0, 0)]
    while waiting:
        row, column = waiting.pop()
        if (row, column) in table and (row, column) not in reached:
            reached.add((row, column))
            waiting += [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return reached == set(table)


def random_game(players, options, rng):
    """Yields (facts, legal moves, move, facts after it). Mostly plays, so that the game gets on."""

    def shuffle(cards):
        return rng.sample(cards, len(cards))

    facts = kwatro.deal(players, options, shuffle(kwatro.CARDS), shuffle)
    while not kwatro.over(facts):
        legal = kwatro.legal(facts, options)
        plays = [move for move in legal if move[2] == "@"]
        swaps = [move for move in legal if move.startswith("swap")]
        likely = [swaps, plays, plays, plays, list(legal)]
        move = rng.choice(rng.choice(likely) or list(legal))
        after = kwatro.play(facts, move, options, shuffle)
        yield facts, legal, move, after
        facts = after


@pytest.mark.parametrize(("variant", "players"), GAMES, ids=str)
def test_a_random_game_keeps_the_rules_that_always_hold(variant, players):
    options = kwatro.DEFAULTS | variant
    turns = 0
    for facts, legal, move, after in random_game(players, options, random.Random(f"{variant} {players}")):
        turns += 1
        seat = facts["to_move"]
        assert Counter(all_cards(after)) == Counter(kwatro.CARDS)
        assert is_connected(after["table"])
        assert all_lines_can_be_valid(after["table"])
        gained = [now - before for now, before in zip(after["scores"], facts["scores"], strict=True)]
        assert gained == [legal[move] if player == seat else 0 for player in range(players)]
        assert legal[move] >= 0
        assert all(len(hand) <= 4 and hand == sorted(hand) for hand in after["hands"])
        assert len(after["traded_by"]) == len(after["pile"]) <= len(facts["pile"])
        assert not after["pile"] or all(len(hand) == 4 for hand in after["hands"])
        assert all(known <= hand.count("**") for known, hand in zip(after["known_wilds"], after["hands"], strict=True))
        assert after["passes"] in (0, facts["passes"], facts["passes"] + 1)
        assert "pass" in legal
        if options["recycle"] == "off":
            assert not any(other.startswith("swap") for other in legal)
        if move.startswith("swap") and options["recycle"] == "before_action":
            assert after["to_move"] == seat
        elif not kwatro.over(after):
            assert after["to_move"] == (seat + 1) % players
        if kwatro.over(after):
            assert kwatro.legal(after, options) == {}
            assert after["out"] or after["passes"] == players * (options["stalemate_rounds"] if after["pile"] else 1)
            with pytest.raises(ValueError, match="not a legal move"):
                kwatro.play(after, "pass", options)
    assert turns > 0


def test_playing_does_not_change_the_position_played_on():
    options = kwatro.DEFAULTS
    for facts, legal, _, _ in random_game(2, options, random.Random(3)):
        before = deepcopy(facts)
        for move in list(legal)[:: max(1, len(legal) // 10)]:
            kwatro.play(facts, move, options)
        assert facts == before


@pytest.mark.parametrize(
    "variant",
    [{}, {"contiguity": "same_row"}, {"wild_identity": "distinct_in_line"}, {"wild_identity": "unplayed"}],
    ids=str,
)
def test_no_play_is_missed_by_trying_only_likely_ones(variant):
    """Against every card on every cell of every row and column around the table, with three cards in the hand."""
    options = kwatro.DEFAULTS | variant
    looked_at = 0
    for seed in range(3):
        for facts, _, _, _ in random_game(2, options, random.Random(f"likely {seed}")):
            if len(facts["table"]) > 8:
                break
            hand = facts["hands"][facts["to_move"]][:3]
            facts = facts | {"hands": [hand] * 2}
            assert kwatro.plays(facts, options) == plays_the_long_way(facts, hand, options)
            looked_at += 1
    assert looked_at


def plays_the_long_way(facts, hand, options):
    rows, columns = zip(*facts["table"], strict=True)
    grid = [(r, c) for r in range(min(rows) - 3, max(rows) + 4) for c in range(min(columns) - 3, max(columns) + 4)]
    free = [cell for cell in grid if cell not in facts["table"]]
    lines = [[cell for cell in free if cell[i] == at] for i in (0, 1) for at in {cell[i] for cell in free}]
    points = {}
    for line in lines:
        for count in range(1, len(hand) + 1):
            for cells in combinations(line, count):
                made = kwatro.lines_made(facts["table"], cells, options["contiguity"])
                for cards in permutations(hand, count) if made is not None else ():
                    placed = dict(zip(cells, cards, strict=True))
                    value = kwatro.play_points(facts, placed, made, options)
                    if value is not None:
                        points[kwatro.play_text(placed)] = value
    return points


@pytest.mark.parametrize("wild_identity", kwatro.ALL_OPTIONS["wild_identity"])
def test_wilds_can_stand_just_when_some_pair_of_cards_for_them_makes_all_lines_valid(wild_identity):
    """Two wilds near each other, any cards around them, the last one played; against every card for each of the two."""
    rng, seen_answers = random.Random(wild_identity), Counter()
    while min(seen_answers[True], seen_answers[False]) < 12:
        table = {(0, 0): "**", rng.choice([(0, 1), (0, 2), (1, 1), (2, 0)]): "**"}
        free = [cell for cell in product(range(-1, 3), repeat=2) if cell not in table]
        cards = rng.sample(rng.choice([kwatro.IDENTITIES, kwatro.IDENTITIES[:16]]), 6)
        table |= dict(zip(rng.sample(free, 6), cards, strict=True))
        played = list(table)[-1]
        lines = [tuple(line) for line in lines_on(table)]
        touched = [line for line in lines if played in line]
        laid = [kwatro.cards_of(table, line) for line in lines]
        if not all("**" in cards or kwatro.is_line(cards) for cards in laid):
            continue
        answer = kwatro.wilds_can_stand(table, wild_identity, touched)
        assert answer == wilds_the_long_way(table, lines, wild_identity, touched)
        seen_answers[answer] += 1


def wilds_the_long_way(table, lines, wild_identity, touched):
    wilds = [cell for cell in table if table[cell] == "**"]
    lines = [line for line in lines if set(wilds) & set(line)]

    def allowed(wild, card):
        own = [line for line in lines if wild in line]
        if wild_identity == "distinct_in_line":
            return all(table[cell] != card for line in own for cell in line)
        return wild_identity == "any" or not set(own) & set(touched) or card not in table.values()

    for cards in product(kwatro.IDENTITIES, repeat=len(wilds)):
        named = table | dict(zip(wilds, cards, strict=True))
        if all(kwatro.is_line(kwatro.cards_of(named, line)) for line in lines) and all(map(allowed, wilds, cards)):
            return True
    return False


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_greedy_peer_plays_a_game_to_its_end_with_the_most_points_each_turn(players):
    rng, options = random.Random(players), kwatro.DEFAULTS
    facts = kwatro.deal(players, options, rng.sample(kwatro.CARDS, 66))
    while not kwatro.over(facts):
        move, plays = kwatro.greedy(facts, options), kwatro.plays(facts, options)
        assert move == "pass" if not plays else plays[move] == max(plays.values())
        facts = kwatro.play(facts, move, options)
    assert max(kwatro.scores(facts)) > 0


NO_MOVES = [
    *("", " ", "pass ", "trade", "trade ", "swap", "swap RO1", "nonsense", "RO1", "RO1@", "RO1@0", "RO1@0,1,2"),
    *("RO1@x,1", "RO1@0,+1", "RO1@0,01", "RO1@0,1 ", "ZZ9@0,1"),
]


@pytest.mark.parametrize("move", NO_MOVES)
def test_a_text_that_is_no_move_is_refused_as_an_illegal_move(move):
    facts = kwatro.deal(2, kwatro.DEFAULTS, kwatro.CARDS)
    with pytest.raises(ValueError, match="not a legal move"):
        kwatro.play(facts, move, kwatro.DEFAULTS)
