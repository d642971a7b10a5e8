"""Quanto's engine: worked examples, conservation, counts of eight and nine, greedy, sampling, node counts."""

import random
import tomllib
from collections import Counter
from math import sqrt
from pathlib import Path

import pytest
from rulebook import quanto
from test_rulebook_quanto import EXAMPLES, facts_of, found, options_of, stacks

import kiebitz
from kiebitz.search import perft, pick_repeatedly

PERFT = tomllib.loads((Path(__file__).parent / "data" / "quanto_perft.toml").read_text())["position"]
PLAYERS = range(2, 7)


def engine(facts, options):
    return kiebitz.game("quanto", facts["players"], options).position(facts, trusted=True)


def listed(position):
    moves = position.legal_moves()
    return dict(zip(moves.texts(), (moves.points(i) for i in range(len(moves))), strict=True))


def position_of(display, hand, pile="", **more):
    """A position of two players. Ben holds an 11, and cards that are named nowhere are gone."""
    example = {"display": display, "hands": [hand, "11"], "pile": pile, **more}
    return facts_of(example)


@pytest.fixture(params=EXAMPLES, ids=[example["name"] for example in EXAMPLES])
def example(request):
    return request.param


def test_every_worked_example_holds_in_the_engine(example):
    options, before = options_of(example), facts_of(example)
    position = engine(before, options)
    for move in example.get("played", []):
        position.play(move)
    legal = listed(position)
    for entry in example.get("legal", []):
        assert legal.get(entry["move"]) == entry["points"], entry["move"]
    if example.get("only"):
        wanted = {entry["move"] for entry in example["legal"]}
        first_words = {move.split()[0] for move in wanted}
        assert {move for move in legal if move.split()[0] in first_words} == wanted
    for move in example.get("illegal", []):
        assert move not in legal
    after = dict(example.get("after", {}))
    if "move" in after:
        position.play(after.pop("move"))
    facts = position.facts()
    for name, expected in after.items():
        if name == "stacks":
            assert facts["stacks"] == stacks(expected, facts["players"])
        else:
            assert found(facts, name, before) == expected, name


@pytest.mark.parametrize("players", PLAYERS)
def test_no_card_is_lost_or_made_in_whole_games(players):
    choice = random.Random(players)
    for seed in range(40):
        rules = {name: choice.choice(values) for name, values in quanto.ALL_OPTIONS.items()}
        position = kiebitz.game("quanto", players, rules).deal(seed)
        while not position.over:
            facts = position.facts()
            lying = [*facts["display"], *facts["pile"], *facts["turned"], *facts["gone"]]
            lying += [card for hand in facts["hands"] for card in hand]
            lying += [card for stack in facts["stacks"] if stack for card in stack["cards"]]
            assert Counter(lying) == Counter(quanto.CARDS)
            position.play(choice.choice(position.legal_moves()))
        facts = position.facts()
        assert len(facts["gone"]) + len(facts["display"]) == 110
        assert position.scores == facts["won"]


NINES = [
    ("1 1 1 1 1 1 1 1 1", "2 3 9 12"),
    ("2 2 2 2 2 2 2 2 2", "4 6 8 10"),
    ("3 3 3 3 3 3 3 3 3", "4 6 9 12"),
    ("4 4 4 4 4 4 4 4 4*", "8 8* 12 12*"),
    ("6 6 6 6 6 6 6 6", "6* 12 12 12*"),
    ("1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2", "3 4 5"),
    ("5 5 5 5 5 5 5 5 5* 10*", "10 1 J 12"),
]


@pytest.mark.parametrize(("display", "hand"), NINES)
def test_takes_are_right_where_a_number_lies_eight_or_nine_times(display, hand):
    facts = position_of(display, hand)
    assert listed(engine(facts, quanto.DEFAULTS)) == quanto.legal(facts, quanto.DEFAULTS)


@pytest.mark.parametrize(
    ("display", "hand"),
    [
        ("1 2 3 4 5 7 8* J", "6 9 11 12"),
        ("1 2 3 4 5 6 7 J J", "12 11* 8"),
        ("1 2 3 4 4* 5 5* 6 7 8 9", "12 12* J 10"),
        ("1 1 2 2 3 3 4 4* 5 6 6 7 J", "12 10*"),
    ],
)
@pytest.mark.parametrize("capture", ["free", "maximal"])
def test_hundreds_of_moves_are_all_found_and_none_twice(display, hand, capture):
    options = quanto.DEFAULTS | {"capture": capture, "joker_builds": True}
    facts = position_of(display, hand, stacks={"P1": {"chip": 11, "cards": "3 8"}})
    position = engine(facts, options)
    legal = listed(position)
    assert legal == quanto.legal(facts, options)
    assert len(legal) == len(position.legal_moves())
    assert capture == "maximal" or len(legal) > 500


def test_the_list_grows_with_thousands_of_takes():
    display = "1 1 1 2 2 2 3 3 3 4 4 4* 5 5 6 6* 7 8 J"
    position = engine(position_of(display, "12 11"), quanto.DEFAULTS)
    texts = position.legal_moves().texts()
    assert len(set(texts)) == len(texts) > 20_000


def most_points(facts, options):
    """The most points of a whole turn, as far as they are sure: what a discarded 2 leads to counts."""
    best = 0
    for move, points in quanto.legal(facts, options).items():
        if move == "2 discards":
            after = quanto.play(facts, move, options)
            # With another hand card the turn goes on. The last hand card ends it.
            if len(facts["hands"][facts["to_move"]]) > (0 if facts["turned"] else 1):
                points += most_points(after, options)
        best = max(best, points)
    return best


@pytest.mark.parametrize("chunk", range(8))
def test_greedy_wins_the_most_cards_that_are_sure_this_turn(chunk):
    choice = random.Random(chunk)
    for game in range(6):
        options = {name: choice.choice(values) for name, values in quanto.ALL_OPTIONS.items()}
        if game % 2:
            options = dict(quanto.DEFAULTS)
        position = kiebitz.game("quanto", choice.choice(PLAYERS), options).deal(choice.randrange(2**32))
        promised, seat = 0, None
        while not position.over:
            facts = position.facts()
            best = most_points(facts, options) if len(facts["display"]) < 10 else None
            move = position.greedy_move()
            if best is not None and move.text != "2 discards":
                assert move.points == best, (position.to_line(), move)
            if best is not None and promised and seat == position.to_move:
                assert best >= promised
            promised, seat = (best or 0, position.to_move) if move.text == "2 discards" else (0, None)
            if choice.random() < 0.4:
                move, promised = choice.choice(position.legal_moves()), 0
            position.play(move)


def test_greedy_prefers_nothing_by_the_place_of_a_card_in_the_pile_or_in_other_hands():
    for seed in range(30):
        position = kiebitz.game("quanto", 3).deal(seed)
        for _ in range(seed):
            position.play(position.greedy_move())
        worlds = [position.view().sample(other) for other in range(5)]
        assert {world.greedy_move().text for world in worlds} == {position.greedy_move().text}


def test_hidden_cards_are_sampled_uniformly_also_where_nobody_knows_what_has_gone():
    """Chi-square over Ben's two cards of five unseen ones, two of them equal; one false alarm in 10,000."""
    unseen = ["4", "4", "5", "6", "7"]
    facts = position_of("1 2 3 9", "8 10", "") | {"pile": [None, None], "viewer": 0, "hand_sizes": [2, 2]}
    facts["hands"] = [["8", "10"], []]
    facts["gone"] = list(quanto.without([*facts["gone"], "11"], unseen))
    view = kiebitz.game("quanto", 2).view(facts, trusted=True)
    samples = 10_000
    hands = Counter(tuple(view.sample(seed).facts()["hands"][1]) for seed in range(samples))
    ways = {("4", "4"): 1, ("4", "5"): 2, ("4", "6"): 2, ("4", "7"): 2, ("5", "6"): 1, ("5", "7"): 1, ("6", "7"): 1}
    assert set(hands) == set(ways)
    chi_square = sum((hands[hand] - samples * n / 10) ** 2 / (samples * n / 10) for hand, n in ways.items())
    assert chi_square < 27.86  # six degrees of freedom
    world = view.sample(1).facts()
    assert len(world["gone"]) == len(facts["gone"]) + 1
    assert world["pile"].count(None) == 0


def test_stacks_that_were_not_noted_are_sampled_uniformly_from_those_that_sum():
    """Of 3 4 5 6 7 a stack of two on chip 10 is 3 7 or 4 6, each half the time; one false alarm in 10,000."""
    facts = position_of("1 2 9 12", "8 10", "", stacks={"P1": {"chip": 10, "cards": "3 7"}})
    gone = quanto.without([*facts["gone"], "11"], ["4", "5", "6"])
    facts |= {"gone": list(gone), "pile": [None, None], "viewer": 0, "hand_sizes": [2, 1]}
    facts["hands"] = [["8", "10"], []]
    facts["stacks"] = [None, {"chip": 10, "cards": [], "size": 2}]
    view = kiebitz.game("quanto", 2).view(facts, trusted=True)
    samples = 4000
    drawn = Counter(tuple(view.sample(seed).facts()["stacks"][1]["cards"]) for seed in range(samples))
    assert set(drawn) == {("3", "7"), ("4", "6")}
    assert abs(drawn["3", "7"] - samples / 2) < 3.9 * sqrt(samples) / 2


def test_a_sampled_stack_could_always_have_been_built():
    line = (
        "kiebitz1 game=quanto players=A,B,C to_move=A display=2,5,7,9 hand=1,3,8,J won=9,8,7 last_taker=B "
        "quanto.B.chip=10 quanto.B.size=3 quanto.C.chip=7 quanto.C.size=2"
    )
    view = kiebitz.parse(line)
    for seed in range(300):
        assert kiebitz.check(view.sample(seed).to_toml()) == []


def surprise(positions, times=60):
    """How far the random player's choices are from the same chance for each legal move, in standard deviations.

    The chi-square statistics of all positions are added up; each move is picked that many times on average.
    """
    total = freedom = 0
    for seed, position in enumerate(positions):
        picked = pick_repeatedly(position, seed, times * len(position.legal_moves()))
        total += sum((count - times) ** 2 / times for count in picked)
        freedom += len(picked) - 1
    return (total - freedom) / sqrt(2 * freedom)


def random_positions(choice, games):
    for seed in range(games):
        options = {} if seed % 2 else {name: choice.choice(values) for name, values in quanto.ALL_OPTIONS.items()}
        position = kiebitz.game("quanto", choice.choice(PLAYERS), options).deal(choice.randrange(2**32))
        while not position.over:
            yield position
            position.play(choice.choice(position.legal_moves()))


def test_the_random_player_picks_each_legal_move_with_the_same_chance_in_whole_games():
    assert abs(surprise(random_positions(random.Random(3), games=20))) < 4


@pytest.mark.parametrize(
    ("display", "hand"),
    [
        *NINES,
        ("4 4 8 8 2 6", "8 J"),
        ("4 4* 8 8 4 2 6", "8 8* 12 12* 4"),
        ("1 2 3 4 5 6 7 8 9", "9 9* 12 J"),
        ("1 1 2 2 3 3 4 4 4*", "4 6 6* 12 1"),
        ("1 2 3 4 5 6 J", "6 11"),
    ],
)
@pytest.mark.parametrize("chip", [None, 8, 9, 12])
def test_the_random_player_picks_each_legal_move_with_the_same_chance_where_groups_overlap(display, hand, chip):
    left = Counter(quanto.CARDS) - Counter([*display.split(), *hand.split(), "11"])
    pairs = [f"{n} {chip - n}" for n in range(1, (chip or 0)) if left[str(n)] > 1 and left[str(chip - n)] > 1]
    stacks = {"P0": {"chip": chip, "cards": pairs[0]}} if chip else {}
    position = engine(position_of(display, hand, stacks=stacks), quanto.DEFAULTS)
    assert abs(surprise([position], times=200)) < 4


@pytest.mark.parametrize("case", PERFT, ids=[case["name"] for case in PERFT])
def test_node_counts_are_those_of_the_table_and_taking_back_restores_every_byte(case):
    position = kiebitz.parse(case["line"])
    assert perft(position, len(case["counts"]), verify=True) == case["counts"]


def nodes(facts, options, depth):
    """Decision nodes after 1..depth more decisions by the rule book."""
    if depth == 0:
        return []
    counts = [0] * depth
    for move in quanto.legal(facts, options):
        after = quanto.play(facts, move, options)
        below = nodes(after, options, depth - 1)
        for level, count in enumerate([1, *below]):
            counts[level] += count
    return counts


@pytest.mark.parametrize("case", PERFT, ids=[case["name"] for case in PERFT])
def test_node_counts_are_those_of_the_rule_book_as_deep_as_it_is_quick(case):
    position = kiebitz.parse(case["line"])
    facts = {key: fact for key, fact in position.facts().items() if key not in ("viewer", "hand_sizes")}
    options = quanto.DEFAULTS | position.game.options.changed()
    assert nodes(facts, options, case["book"]) == case["counts"][: case["book"]]
