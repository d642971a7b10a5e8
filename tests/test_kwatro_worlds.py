"""Worlds of Kwatro: every unseen card is as likely as any other at every hidden place."""

from collections import Counter

import pytest
from scipy.stats import chi2

import kiebitz

WORLDS = 6000


def unseen_cards(view, world):
    """Hidden cards of a world, as a counter: the hands of the others and the pile."""
    facts, known = world.facts(), view.facts()
    cards = Counter(facts["pile"]) - Counter(card for card in known["pile"] if card)
    for full, seen in zip(facts["hands"], known["hands"], strict=True):
        cards += Counter(full) - Counter(seen)
    return cards


def both_wilds_hidden(seed, decisions):
    """A position in which the player to move has seen no wild; None if this game leads to none."""
    position = kiebitz.game("kwatro").deal(seed)
    for _ in range(decisions):
        if position.over:
            return None
        position.play(position.greedy_move())
    facts = position.facts()
    seen = [*facts["table"].values(), *facts["hands"][position.to_move]]
    return None if "**" in seen else position


@pytest.mark.parametrize("decisions", [0, 20])
def test_sampled_worlds_are_uniform_at_every_place_wilds_included(decisions):
    position = next(filter(None, (both_wilds_hidden(seed, decisions) for seed in range(100))))
    view = position.view()
    other = 1 - position.to_move
    cards = unseen_cards(view, position)
    assert cards["**"] == 2
    unseen, held = cards.total(), view.facts()["hand_sizes"][other]
    hand, top, bottom = Counter(), Counter(), Counter()
    for seed in range(WORLDS):
        facts = view.sample(seed).facts()
        hand.update(facts["hands"][other])
        top[facts["pile"][0]] += 1
        bottom[facts["pile"][-1]] += 1
    for found, places in ((hand, held), (top, 1), (bottom, 1)):
        expected = {card: WORLDS * places * copies / unseen for card, copies in cards.items()}
        distance = sum((found[card] - mean) ** 2 / mean for card, mean in expected.items())
        assert distance < chi2.ppf(0.9999, len(cards) - 1)
