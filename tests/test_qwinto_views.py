"""Views of Qwinto and their hidden cards, the worlds that agree with a view, and the greedy policy on a view."""

from collections import Counter
from itertools import combinations
from math import sqrt

import pytest
from rulebook import qwinto as book
from test_qwinto_engine import games, legal_of, new_pile

import kiebitz


def hidden_places(facts, viewer):
    """(list, index) of every card that the viewer does not know."""
    hands = [(hand, i) for seat, hand in enumerate(facts["hands"]) if seat != viewer for i in range(len(hand))]
    return hands + [(facts["pile"], i) for i in range(len(facts["pile"]))]


def permuted(facts, viewer, choice):
    """The facts with hidden cards exchanged among those that entered the pile together."""
    groups = [set(cards) for cards in facts["reshuffled"]]
    places = hidden_places(facts, viewer)
    for group in [set(book.CARDS).difference(*groups), *groups]:
        inside = [(cards, i) for cards, i in places if cards[i] in group]
        shuffled = choice.sample([cards[i] for cards, i in inside], len(inside))
        for (cards, i), card in zip(inside, shuffled, strict=True):
            cards[i] = card
    facts["hands"] = [sorted(hand) for hand in facts["hands"]]
    return facts


def other_writes(facts, viewer, rules, choice):
    """The facts with other decisions of the players who have decided in this turn, except the viewer's own."""
    announced = facts["announced"]
    for seat, decision in enumerate(facts["writes"]):
        if decision is not None and seat != viewer:
            fields = book.legal_fields(facts["sheets"][seat], announced)
            may_decline = seat != facts["active"] or rules["active_may_decline"] or not fields
            facts["writes"][seat] = choice.choice(fields + ["decline"] * may_decline)
    return facts


def answers(view):
    """All answers that a view gives."""
    own = view.to_move == view.player
    moves = (legal_of(view), view.greedy_move().text) if own else None
    return view.facts(), view.scores, view.to_line(), moves, view.sample(5).facts()


@pytest.mark.parametrize("seed", range(0, 60, 10))
def test_no_answer_of_a_view_depends_on_what_is_hidden(seed):
    for position, choice in games(range(seed, seed + 10)):
        if choice.random() > 0.3:
            continue
        game = position.game
        viewer = choice.randrange(game.players)
        facts = permuted(position.facts(), viewer, choice)
        facts = other_writes(facts, viewer, vars(game.options), choice)
        assert answers(game.position(facts).view(viewer)) == answers(position.view(viewer))


@pytest.mark.parametrize("seed", range(0, 60, 10))
def test_a_view_holds_no_card_of_others_and_none_of_their_writes(seed):
    for position, choice in games(range(seed, seed + 10)):
        viewer = choice.randrange(position.game.players)
        facts, truth = position.view(viewer).facts(), position.facts()
        assert facts["hands"] == [hand if seat == viewer else [] for seat, hand in enumerate(truth["hands"])]
        assert set(facts["pile"]) <= {None}
        assert facts["writes"] == [text if seat == viewer else None for seat, text in enumerate(truth["writes"])]
        assert [facts[key] for key in ("sheets", "square", "covered")] == [
            truth[key] for key in ("sheets", "square", "covered")
        ]


@pytest.mark.parametrize("seed", range(0, 60, 10))
def test_a_sampled_world_agrees_with_the_view_and_can_be_played_to_the_end(seed):
    for position, choice in games(range(seed, seed + 10)):
        if choice.random() > 0.2:
            continue
        viewer = choice.randrange(position.game.players)
        view = position.view(viewer)
        world = view.sample(choice.randrange(2**32))
        assert world.view(viewer) == view
        assert kiebitz.parse(world.to_line()).facts() == world.facts()
        while not world.over:
            world.play(world.greedy_move())


def test_writes_made_before_the_viewer_decides_are_filled_in_by_the_greedy_policy():
    seen = 0
    for position, _ in games(range(20)):
        facts = position.facts()
        if facts["decision"] != "write" or position.to_move == facts["active"]:
            continue
        world = position.view().sample(1).facts()
        game, n = position.game, position.game.players
        for step in range((position.to_move - facts["active"]) % n):
            seat = (facts["active"] + step) % n
            fields = book.legal_fields(facts["sheets"][seat], facts["announced"])
            there = {**facts, "to_move": seat, "writes": [None] * n, "viewer": seat}
            expected = (
                game.position({**there, "viewer": None}, trusted=True).greedy_move().text if fields else "decline"
            )
            assert world["writes"][seat] == expected.removeprefix("write ")
            seen += 1
        after = [(facts["active"] + step) % n for step in range((position.to_move - facts["active"]) % n, n)]
        assert all(world["writes"][seat] is None for seat in after)
    assert seen > 100


@pytest.mark.parametrize("seed", range(60))
def test_cards_covered_at_a_reshuffle_are_in_no_hand_that_has_not_drawn_since(seed):
    """Perfect recall, followed here by hand: as many cards of a hand are among the reshuffled ones as in truth."""
    reshuffled, before = set(book.CARDS), None
    for position, choice in games([seed], 0.8, lambda choice: (choice.randint(2, 4), {})):
        facts = position.facts()
        if before is not None and len(facts["covered"]) < len(before["covered"]):
            reshuffled = set(new_pile(before, facts, None, None))
        before = facts
        viewer = choice.randrange(facts["players"])
        world = position.view(viewer).sample(choice.randrange(2**32)).facts()
        for true, sampled in zip(facts["hands"], world["hands"], strict=True):
            assert len(reshuffled.intersection(true)) == len(reshuffled.intersection(sampled))
        assert reshuffled.issuperset(world["pile"])


def test_with_two_players_the_other_hand_is_known_right_after_a_reshuffle():
    known = 0
    for seed in range(30):
        before = None
        for position, _ in games([seed], 0.9, lambda choice: (2, {})):
            facts = position.facts()
            if before is not None and len(facts["covered"]) < len(before["covered"]):
                drew = before["active"]
                worlds = [position.view(drew).sample(world).facts() for world in range(20)]
                assert all(world["hands"] == facts["hands"] for world in worlds)
                known += 1
            before = facts
    assert known > 10


def chi_square_bound(freedom, z=4.75):
    """Exceeded by a right sampler with probability 1e-6 (Wilson and Hilferty 1931)."""
    return freedom * (1 - 2 / (9 * freedom) + z * sqrt(2 / (9 * freedom))) ** 3


def assert_uniform(view, worlds, samples=12_000):
    """Every world of the set occurs equally often; fixed seeds, and one set of seeds in a million would fail."""
    found = Counter()
    for seed in range(samples):
        facts = view.sample(seed).facts()
        found[tuple(map(tuple, facts["hands"])), tuple(facts["pile"])] += 1
    assert set(found) == worlds
    expected = samples / len(worlds)
    distance = sum((count - expected) ** 2 / expected for count in found.values())
    assert distance < chi_square_bound(len(worlds) - 1)


def test_sampled_worlds_are_uniform():
    cards = [card for card in book.CARDS if card not in ("P4", "Y3", "G6", "O2")]
    unseen, covered = cards[3:8], cards[8:]
    view = kiebitz.parse(
        f"kiebitz1 game=qwinto players=A,B to_move=A square=P4,Y3,/,G6,O2 hand={','.join(cards[:3])} "
        f"covered={','.join(covered)} pile=2"
    )
    worlds = set()
    for hand in combinations(unseen, 3):
        first, second = [card for card in unseen if card not in hand]
        for pile in ((first, second), (second, first)):
            worlds.add(((tuple(sorted(cards[:3])), tuple(sorted(hand))), pile))
    assert len(worlds) == 20
    assert_uniform(view, worlds)


def test_sampled_worlds_are_uniform_over_what_a_reshuffle_left_possible():
    cards = [card for card in book.CARDS if card not in ("P4", "Y3", "G6", "O2")]
    own, old, new, covered = cards[:3], cards[3:6], cards[6:10], cards[10:]
    view = kiebitz.parse(
        f"kiebitz1 game=qwinto players=A,B,C to_move=A square=P4,Y3,/,G6,O2 hand={','.join(own)} "
        f"covered={','.join(covered)} pile=1 reshuffled={','.join(new)} drawn.B=0,0,1 drawn.C=0,1,1"
    )
    worlds = set()
    for two in combinations(old, 2):
        (third,) = set(old) - set(two)
        for one in new:
            for pile in set(new) - {one}:
                rest = set(new) - {one, pile}
                hands = tuple(tuple(sorted(hand)) for hand in (own, [*two, one], [third, *rest]))
                worlds.add((hands, (pile,)))
    assert len(worlds) == 36
    assert_uniform(view, worlds)


# ---- the greedy policy


def turn_points(facts, move, options):
    """The points that a placement gives the active player in this turn, with the best write."""
    seat = facts["to_move"]
    after = book.play(facts, move, options)
    if after["decision"] == "write" and after["to_move"] == seat and after["active"] == facts["active"]:
        return max(book.legal(after, options).values())
    return -5


@pytest.mark.parametrize("seed", range(0, 30, 5))
def test_a_greedy_turn_brings_the_most_points(seed):
    for position, _ in games(range(seed, seed + 5)):
        facts, options = position.facts(), vars(position.game.options)
        move = position.view().greedy_move()
        if facts["decision"] == "write":
            assert move.points == max(legal_of(position).values())
        else:
            gains = {text: turn_points(facts, text, options) for text in legal_of(position)}
            assert gains[move.text] == max(gains.values())


def test_the_standard_deviation_of_the_margin_is_positive_before_the_end_and_zero_after_it():
    for position, _ in games(range(10)):
        margin, low, high, win = position.outlook()
        assert low < margin < high
        assert 0 < win < 1 or (win == 1 and position.game.players == 1)
        last = position
    margin, low, high, win = last.outlook()
    assert low == margin == high
