"""The hardest work that is usual for Quanto's move generator: displays of eight cards and a full hand."""

import random
import time
from collections.abc import Callable
from typing import Any

import pytest

import kiebitz
from kiebitz.benchmarks.workloads import REPEATS, list_moves

DISPLAY, HAND = 8, 4
DISPLAYS = 300

pytestmark = pytest.mark.benchmark(timer=time.process_time)


def created(deck: list[str], chip: int, choice: random.Random) -> dict[str, Any]:
    """A stack of two cards from the deck that sum to a chip."""
    while True:
        first = choice.randrange(1, chip)
        cards = [str(first), str(chip - first)]
        if all(deck.count(card) >= cards.count(card) for card in cards):
            for card in cards:
                deck.remove(card)
            return {"chip": chip, "cards": cards}


def dealt(game: kiebitz.Game, seed: int, with_stacks: bool) -> kiebitz.Position:
    """A position of two players with a display of eight cards.

    with_stacks: whether each player has a stack.
    """
    choice = random.Random(seed)
    facts = game.deal(1).facts()
    deck = sorted([*facts["display"], *facts["pile"], *(card for hand in facts["hands"] for card in hand)])
    choice.shuffle(deck)
    chips = choice.sample(range(5, 13), 2)
    stacks = [created(deck, chip, choice) if with_stacks else None for chip in chips]
    display = [deck.pop() for _ in range(DISPLAY)]
    hands = [[deck.pop() for _ in range(HAND)] for _ in chips]
    return game.position(facts | {"display": display, "hands": hands, "pile": deck, "stacks": stacks}, trusted=True)


@pytest.mark.parametrize("jokers", [False, True], ids=["no_joker_in_sight", "any"])
@pytest.mark.parametrize("with_stacks", [False, True], ids=["no_stacks", "stacks"])
def test_displays_of_eight(measure: Callable[..., Any], with_stacks: bool, jokers: bool) -> None:
    game = kiebitz.game("quanto", 2)
    states = [dealt(game, seed, with_stacks) for seed in range(DISPLAYS)]
    if not jokers:
        states = [state for state in states if "J" not in [*state.facts()["display"], *state.facts()["hands"][0]]]
    _, listed = measure(lambda: list_moves(states), "positions")
    assert listed == REPEATS * sum(len(state.legal_moves()) for state in states)
