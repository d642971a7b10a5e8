"""Quanto's cards, and groups of cards with a given sum.

A card is a number 1 to 12, a rainbow card such as 8*, or the joker J. Lists of cards are ordered by number. A rainbow
card follows its number, and jokers come last.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

JOKER = "J"
NUMBERS = range(1, 13)
RAINBOW_FROM = 4
CHIPS = range(5, 13)
COPIES = {JOKER: 2}
for _number in NUMBERS:
    COPIES[f"{_number}"] = 9 if _number < RAINBOW_FROM else 8
    if _number >= RAINBOW_FROM:
        COPIES[f"{_number}*"] = 1
DECK = tuple(card for card, copies in COPIES.items() for _ in range(copies))
RIGHT = f"right would be a number 1-12, a rainbow card 4*-12* or {JOKER}"


def canonical(text: str) -> str:
    """A card in capital letters. A text that is no card stays unchanged."""
    return text.upper() if text.upper() in COPIES else text


def cards_in(text: str) -> list[str]:
    """The cards of a text, separated by blanks or commas. A word that is no card stays; the checks report it."""
    return [canonical(word) for word in text.replace(",", " ").split()]


def value(card: str) -> int:
    """The number of a card; 0 for a joker."""
    return 0 if card == JOKER else int(card.rstrip("*"))


def is_rainbow(card: str) -> bool:
    """Whether a card is a rainbow card."""
    return card.endswith("*")


def rank(card: str) -> tuple[int, bool, str]:
    """The place of a card in a list; texts that are no cards come last."""
    if card not in COPIES:
        return 14, False, card
    return (13, False, card) if card == JOKER else (value(card), is_rainbow(card), card)


def ordered(cards: Iterable[str]) -> list[str]:
    """The cards by number. A rainbow card follows its number, and jokers come last."""
    return sorted(cards, key=rank)


def without(cards: Iterable[str], taken: Iterable[str]) -> list[str]:
    """The cards without the taken ones, in order. Each taken card removes one copy."""
    return ordered((Counter(cards) - Counter(taken)).elements())


def in_deck(cards: Iterable[str]) -> bool:
    """Whether the deck has as many copies of each card."""
    return all(number <= COPIES[card] for card, number in Counter(cards).items())


def groups_of(cards: Sequence[str], total: int, wild: bool = True) -> list[list[str]] | None:
    """The cards split into groups with the sum `total`; None if that is impossible.

    wild: a joker stands for a number from 1 to 12; otherwise no group holds a joker.
    """
    numbers = [card for card in cards if card != JOKER]
    jokers = len(cards) - len(numbers)
    if jokers and not wild:
        return None
    return Splitter(total).split(ordered(numbers)[::-1], jokers)


class Splitter:
    """Splits cards into groups with one sum. It remembers what it could not split: many ways lead to the same rest.

    total: the sum of each group.
    """

    def __init__(self, total: int) -> None:
        self.total = total
        self.failed: set[tuple[int, ...]] = set()

    def split(self, numbers: list[str], jokers: int) -> list[list[str]] | None:
        """Like `groups_of`, for falling numbers and a count of jokers. It begins the group of the first number."""
        if not numbers:
            return [[JOKER] for _ in range(jokers)]
        key = (jokers, *map(value, numbers))
        if key in self.failed or self.hopeless(key[1:], jokers):
            return None
        found = self.close([numbers[0]], numbers[1:], [], jokers)
        if found is None:
            self.failed.add(key)
        return found

    def hopeless(self, values: tuple[int, ...], jokers: int) -> bool:
        """Whether the sum cannot be right, or large numbers need more small ones to complete them than there are."""
        if values[0] > self.total or (not jokers and sum(values) % self.total):
            return True
        needs = sorted(self.total - number for number in values if self.total < 2 * number < 2 * self.total)
        needs = needs[: max(len(needs) - jokers, 0)]  # jokers complete the most needy ones
        small = [number for number in values if 2 * number <= self.total]
        return len(needs) > len(small) or sum(needs) > sum(small)

    def close(self, begun: list[str], rest: list[str], passed: list[str], jokers: int) -> list[list[str]] | None:
        """Completes the begun group from the rest or with a joker, and splits all other cards into groups.

        begun: the numbers of the group so far.
        rest: numbers that may join the group, in falling order.
        passed: numbers that were left out of the group.
        jokers: the number of jokers left.
        """
        missing = self.total - sum(map(value, begun))
        if missing == 0 or (missing > 0 and jokers):
            joker = [JOKER] if missing else []
            others = self.split(passed + rest, jokers - len(joker))
            if others is not None:
                return [ordered([*begun, *joker]), *others]
        for place, card in enumerate(rest):
            # Equal numbers lead to the same groups, so only the first of them is tried.
            if value(card) <= missing and (place == 0 or value(rest[place - 1]) != value(card)):
                found = self.close([*begun, card], rest[place + 1 :], passed + rest[:place], jokers)
                if found is not None:
                    return found
        return None


def stack_possible(cards: Sequence[str], chip: int, joker_builds: bool = False) -> bool:
    """Whether these cards can be a stack: two cards that created it, and groups with the sum of the chip.

    chip: the number of the stack's chip, 5 to 12.
    joker_builds: the rule option that lets a joker create a stack.
    """
    numbers = ordered(card for card in set(cards) if card != JOKER)
    for card in numbers:
        partners = [other for other in numbers if value(other) == chip - value(card)]
        if joker_builds and JOKER in cards and value(card) < chip:
            partners.append(JOKER)
        for other in partners:
            rest = without(cards, [card, other])
            if len(rest) == len(cards) - 2 and groups_of(rest, chip) is not None:
                return True
    return False


def largest_stack(chip: int) -> int:
    """The number of cards that a stack could have if it had every card that sums to the chip with others."""
    return sum(number for card, number in COPIES.items() if value(card) < chip)


def stack_size(stack: Mapping[str, Any]) -> int:
    """The number of cards in a stack."""
    size: int = stack.get("size", len(stack["cards"]))
    return size
