"""Expected numbers in the gaps of Qwinto's rows, against their definition in plain Python."""

from functools import cache
from itertools import combinations, pairwise

import pytest
from rulebook.qwinto import value

import kiebitz
from kiebitz.learned import feature_names, features

LOWEST, HIGHEST, FIELDS = 1, 18, 9


def offers():
    """By number: its chance in an announcement of three random cards that names the orange row."""
    facts = kiebitz.game("qwinto", 2).deal(1).facts()
    deck = [*facts["pile"], *facts["square"], *(card for hand in facts["hands"] for card in hand)]
    assert len(set(deck)) == 32
    ways = {}
    for three in combinations(deck, 3):
        number = sum(map(value, three))
        if number >= LOWEST and any(card[0] == "O" for card in three):
            ways[number] = ways.get(number, 0) + 1
    return {number: count / sum(ways.values()) for number, count in ways.items()}


def mean_of_highest(gains, choices):
    """The mean of the highest of several gains drawn alike; gains: (gain, chance) pairs that leave out gains of 0."""
    below = {0.0: 1 - sum(chance for _, chance in gains)}
    for gain, chance in gains:
        below[gain] = below.get(gain, 0) + chance
    share, mean = 0.0, 0.0
    for gain, higher in pairwise(sorted(below)):
        share += below[gain]
        mean += (higher - gain) * (1 - share**choices)
    return mean


@pytest.mark.parametrize(("name", "rounds", "choices"), [("capacity, few", 3, 1), ("capacity, few choosy", 4, 3)])
def test_the_capacity_of_an_empty_sheet_is_that_of_three_gaps_of_nine_fields(name, rounds, choices):
    chances = offers()

    @cache
    def capacity(left, low, high, fields):
        """Numbers that come into a gap between two numbers in so many rounds."""
        if left == 0 or fields == 0 or high - low < 2:
            return 0.0
        now, gains = capacity(left - 1, low, high, fields), []
        for number in range(low + 1, high):
            split = max(
                1 + capacity(left - 1, low, number, place) + capacity(left - 1, number, high, fields - 1 - place)
                for place in range(fields)
            )
            gains.append((max(split - now, 0.0), chances.get(number, 0.0)))
        return now + mean_of_highest(gains, choices)

    view = kiebitz.game("qwinto", 2).deal(1).view()
    found = dict(zip(feature_names(view.game), features(view)[1][1].tolist(), strict=True))
    assert found[name] == pytest.approx(3 * capacity(rounds, LOWEST - 1, HIGHEST + 1, FIELDS), rel=1e-4)
