import random
import tomllib
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from rulebook import quanto

EXAMPLES = tomllib.loads((Path(__file__).parent / "data" / "quanto_examples.toml").read_text())["example"]
VARIANTS = [{}] + [{name: other} for name, values in quanto.ALL_OPTIONS.items() for other in values[1:]]
NOBODY = "nobody"


def cards(text):
    return list(quanto.ordered(text.split()))


def stacks(table, players):
    rows = [table.get(f"P{seat}") for seat in range(players)]
    return [row and {"chip": row["chip"], "cards": cards(row["cards"])} for row in rows]


def left_over(named):
    rest = Counter(quanto.CARDS)
    rest.subtract(named)
    assert min(rest.values()) >= 0, "a card is named too often"
    return list(quanto.ordered(rest.elements()))


def options_of(example):
    return quanto.DEFAULTS | example.get("options", {})


def facts_of(example):
    """The position of an example, as the head of the data file says."""
    if "deck" in example:
        deck = example["deck"].split()
        return quanto.deal(example["players"], options_of(example), deck + left_over(deck))
    players, last_taker = len(example["hands"]), example.get("last_taker", NOBODY)
    facts = {
        "game": "quanto",
        "players": players,
        "to_move": example.get("to_move", 0),
        "decision": "three" if "turned" in example else "play",
        "display": cards(example.get("display", "")),
        "hands": [cards(hand) for hand in example["hands"]],
        "pile": example.get("pile", "").split(),
        "turned": cards(example.get("turned", "")),
        "won": example.get("won", [0] * players),
        "stacks": stacks(example.get("stacks", {}), players),
        "gone": [],
        "last_taker": None if last_taker == NOBODY else last_taker,
        "phase": "play",
    }
    facts["gone"] = left_over(everywhere(facts))
    return facts


def everywhere(facts):
    lying = [facts["display"], facts["pile"], facts["turned"], facts["gone"], *facts["hands"]]
    lying += [stack["cards"] for stack in facts["stacks"] if stack]
    return [card for place in lying for card in place]


def found(facts, name, before):
    """What the facts say, in the words of the data file."""
    if name in ("display", "turned"):
        return " ".join(facts[name])
    if name == "pile":
        return " ".join(facts["pile"])
    if name == "pile_size":
        return len(facts["pile"])
    if name == "hands":
        return [" ".join(hand) for hand in facts["hands"]]
    if name == "gone":
        newly = Counter(facts["gone"])
        newly.subtract(before["gone"])
        return " ".join(quanto.ordered(newly.elements()))
    if name == "over":
        return quanto.over(facts)
    if name == "scores":
        return quanto.scores(facts)
    return NOBODY if facts[name] is None else facts[name]


@pytest.fixture(params=EXAMPLES, ids=[example["name"] for example in EXAMPLES])
def example(request):
    return request.param


def test_every_example_holds(example):
    options, before = options_of(example), facts_of(example)
    facts = before
    for move in example.get("played", []):
        facts = quanto.play(facts, move, options)
    legal = quanto.legal(facts, options)
    for listed in example.get("legal", []):
        assert legal.get(listed["move"]) == listed["points"], listed["move"]
    if example.get("only"):
        listed = {entry["move"] for entry in example["legal"]}
        first_words = {move.split()[0] for move in listed}
        assert {move for move in legal if move.split()[0] in first_words} == listed
    for move in example.get("illegal", []):
        assert move not in legal
        with pytest.raises(ValueError, match="illegal move"):
            quanto.play(facts, move, options)
    after = dict(example.get("after", {}))
    if "move" in after:
        facts = quanto.play(facts, after.pop("move"), options)
    for name, expected in after.items():
        if name == "stacks":
            assert facts["stacks"] == stacks(expected, facts["players"])
        else:
            assert found(facts, name, before) == expected, name


def test_the_examples_use_every_value_of_every_option():
    used = {(name, value) for example in EXAMPLES for name, value in options_of(example).items()}
    every = {(name, value) for name, values in quanto.ALL_OPTIONS.items() for value in values}
    assert every - used <= {("base_size", 3), ("base_size", 6)}


def test_the_names_of_the_examples_are_unique():
    assert len({example["name"] for example in EXAMPLES}) == len(EXAMPLES)


def test_the_deck_has_nine_of_each_number_two_jokers_and_nine_rainbow_cards():
    numbers = Counter(card.rstrip("*") for card in quanto.CARDS)
    assert len(quanto.CARDS) == 110
    assert numbers == Counter({str(number): 9 for number in range(1, 13)} | {"J": 2})
    assert sorted(card for card in quanto.CARDS if "*" in card) == sorted(f"{number}*" for number in range(4, 13))


def takes_by_trying(display, total):
    """Every take, by splitting every choice of display cards in every way."""

    @cache
    def splits(chosen):
        if not chosen:
            return True
        tails = [tail for size in range(len(chosen)) for tail in combinations(chosen[1:], size)]
        return any(sums_to(chosen[:1] + tail) and splits(quanto.without(chosen[1:], tail)) for tail in tails)

    def sums_to(group):
        low = sum(1 if card == "J" else quanto.value(card) for card in group)
        return low == total or ("J" in group and low < total)

    choices = {chosen for size in range(len(display) + 1) for chosen in combinations(display, size)}
    return {chosen for chosen in choices if splits(chosen)}


def test_disjoint_groups_are_those_found_by_trying_everything():
    random_cards = random.Random(5)
    for _ in range(150):
        display = quanto.ordered(random_cards.sample(quanto.CARDS + ["J"] * 6, random_cards.randint(0, 8)))
        if display.count("J") <= 2:
            for total in random_cards.sample(range(1, 13), 4):
                assert quanto.unions(display, total, "wild") == takes_by_trying(display, total)


def verb(move):
    words = move.split()
    return move if words[0] == "fill" else words[3 if words[1] == "as" else 1]


def some_move(legal, dice):
    """First the kind of the move by chance, so that chains and stacks are not rare."""
    kinds = {}
    for move in legal:
        kinds.setdefault(verb(move), []).append(move)
    return dice.choice(kinds[dice.choice(sorted(kinds))])


def assert_possible(facts):
    assert Counter(everywhere(facts)) == Counter(quanto.CARDS)
    chips = [stack["chip"] for stack in facts["stacks"] if stack]
    assert len(set(chips)) == len(chips)
    assert set(chips) <= set(range(5, 13))
    assert len(facts["stacks"]) == len(facts["won"]) == len(facts["hands"]) == facts["players"]
    assert all(won >= 0 for won in facts["won"])
    assert (facts["decision"] == "three") == bool(facts["turned"])


def assert_refilled(facts, options, seat):
    """After a whole turn of a sequence: nothing is short while there is a pile."""
    if facts["pile"]:
        size = quanto.base_size(facts["players"], options)
        assert len(facts["display"]) >= size
        assert len(facts["hands"][seat]) == size


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_random_games_keep_all_cards_and_end(variant, players):
    options = quanto.DEFAULTS | variant
    dice = random.Random(f"{variant} {players}")
    facts = quanto.deal(players, options, dice.sample(quanto.CARDS, 110))
    assert_possible(facts)
    set_aside = 0
    while not quanto.over(facts):
        legal, seat, before = quanto.legal(facts, options), facts["to_move"], facts
        assert legal, "a player to move has a move"
        untouched = repr(facts)
        move = some_move(legal, dice)
        facts = quanto.play(facts, move, options)
        assert repr(before) == untouched
        assert_possible(facts)
        set_aside += max(0, len(before["turned"]) - 1)
        if quanto.over(facts):
            break
        assert sum(facts["won"]) == len(facts["gone"]) - set_aside
        assert facts["won"][seat] == before["won"][seat] + legal[move]
        if options["turn"] == "sequence" and facts["to_move"] != seat:
            assert_refilled(facts, options, seat)
    if verb(move) in ("takes", "discards"):
        lost = sum(len(stack["cards"]) for stack in before["stacks"] if stack)
        assert sum(facts["won"]) + set_aside + lost + len(facts["display"]) == 110
    assert not any(facts["hands"])
    assert not facts["pile"]
    assert facts["stacks"] == [None] * players
    assert quanto.legal(facts, options) == {}
    assert facts["display"] == [] or facts["last_taker"] is None
    assert quanto.scores(facts) == facts["won"]


def test_every_kind_of_move_turns_up_in_random_games():
    seen, dice = set(), random.Random(3)
    options = quanto.DEFAULTS | {"turn": "one_of"}
    for _ in range(5):
        facts = quanto.deal(3, options, dice.sample(quanto.CARDS, 110))
        while not quanto.over(facts):
            legal = quanto.legal(facts, options)
            seen |= {verb(move) for move in legal}
            facts = quanto.play(facts, some_move(legal, dice), options)
    fills = {"fill display", "fill hand"}
    assert seen == {"takes", "creates", "extends", "collects", "steals", "discards"} | fills


def test_play_refuses_a_move_that_is_not_canonical_or_after_the_end():
    options = quanto.DEFAULTS
    facts = quanto.deal(2, options, quanto.CARDS)
    with pytest.raises(ValueError, match="legal: "):
        quanto.play(facts, "nonsense", options)
    with pytest.raises(ValueError, match="none"):
        quanto.play(facts | {"to_move": None}, "1 discards", options)
