"""Checks of a position of Quanto. Each fault names its field.

A function whose name ends with `faults` yields the faults that its docstring names.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from kiebitz.errors import Fault
from kiebitz.notation.checks import (
    Place,
    copy_faults,
    hand_faults,
    hand_places,
    pile_places,
    text_faults,
)
from kiebitz.notation.hands import Facts, Where
from kiebitz.notation.quanto.cards import (
    CHIPS,
    COPIES,
    DECK,
    RIGHT,
    in_deck,
    is_rainbow,
    largest_stack,
    stack_possible,
    stack_size,
)
from kiebitz.notation.quanto.options import Options

MOST_TURNED = 3
# Each of the nine 3s turns up three cards. One of them is played, and two are set aside.
MOST_SET_ASIDE = 18


def choices(facts: Facts, players: int) -> dict[str, list[Any]]:
    """The possible values of facts that have only a few."""
    decision = ["three" if facts["turned"] else "play"]
    return {"decision": decision, "phase": ["play", "chain"], "last_taker": [None, *range(players)]}


def places(facts: Facts, names: Sequence[str], where: Where) -> Iterator[Place]:
    """Every known card."""
    for field, place in (("display", "the display"), ("turned", "the turned cards")):
        for card in facts[field]:
            yield card, place, where(field)
    yield from hand_places(facts, names, where)
    for name, stack in zip(names, facts["stacks"], strict=True):
        for card in stack["cards"] if stack else ():
            yield card, f"the stack of {name}", where("quanto", name)
    yield from pile_places(facts, where)
    for card in facts["gone"]:
        yield card, "the cards known to be gone", where("seen")


def card_faults(facts: Facts, options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """Texts that are no cards, and cards that lie in more places than they have copies."""
    yield from text_faults(places(facts, names, where), COPIES, RIGHT)
    yield from copy_faults(places(facts, names, where), COPIES)


def count_faults(facts: Facts, options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """Numbers of cards on the table, in hands, in the pile and gone that do not add up to the deck."""
    stacks = sum(stack_size(stack) for stack in facts["stacks"] if stack)
    table, held, pile = len(facts["display"]) + len(facts["turned"]), sum(facts["hand_sizes"]), len(facts["pile"])
    won, gone = sum(facts["won"]), len(DECK) - table - stacks - held - pile
    sums = f"{table} on the table, {stacks} on stacks, {held} in hands and {pile} in the pile"
    for name, number in zip(names, facts["won"], strict=True):
        if number < 0:
            yield Fault(where("won"), f"is {number} for {name}; right would be 0 or more")
    if gone < 0:
        yield Fault(where("pile"), f"{sums} are {len(DECK) - gone} cards; there are {len(DECK)} in all")
    elif gone < won:
        yield Fault(where("won"), f"{won} cards are won in all, but with {sums} only {gone} of {len(DECK)} are left")
    elif facts["to_move"] is not None and gone > won + MOST_SET_ASIDE:
        right = f"right would be pile = {pile + gone - won}, less the cards that 3s have set aside"
        yield Fault(where("pile"), f"{sums}, {won} won leave {gone - won} cards unexplained; {right}")
    elif len(facts["gone"]) > gone:
        yield Fault(where("seen"), f"names {len(facts['gone'])} cards, but with {sums} only {gone} have gone")
    elif facts["viewer"] is None and len(facts["gone"]) != gone:
        yield Fault(where("seen"), f"names {len(facts['gone'])} cards, but with {sums} {gone} have gone")


def stack_faults(facts: Facts, options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """Chips that do not exist or that two players hold; cards that cannot be a stack of their chip."""
    holders: dict[int, str] = {}
    for name, stack in zip(names, facts["stacks"], strict=True):
        if stack is None:
            continue
        chip, cards, size = stack["chip"], [card for card in stack["cards"] if card in COPIES], stack_size(stack)
        if chip not in CHIPS:
            yield Fault(where("quanto", name), f"chip {chip} does not exist; right would be {CHIPS[0]} to {CHIPS[-1]}")
            continue
        if chip in holders:
            yield Fault(where("quanto", name), f"chip {chip} is held by {holders[chip]} and {name}; there is one")
        holders.setdefault(chip, name)
        if size < max(2, len(cards)):
            yield Fault(where("quanto", name), f"size {size} with {len(cards)} cards; a stack has two cards or more")
        elif size > (most := largest_stack(chip)):
            yield Fault(where("quanto", name), f"size {size} is too large; all cards below {chip} are {most}")
        elif size == len(cards) and in_deck(cards) and not stack_possible(cards, chip, options.joker_builds):
            right = f"two cards that sum to {chip}, and any groups that do"
            yield Fault(where("quanto", name), f"{' '.join(cards)} is no stack of chip {chip}; right would be {right}")


def held_faults(facts: Facts, options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """Hands of a wrong size."""
    for seat in range(len(names)):
        short = options.turn != "sequence" or seat == facts["to_move"]
        yield from hand_faults(facts, seat, names, where, options.cards(len(names)), short)


def display_faults(facts: Facts, options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """A display with free places although the pile has cards; turned cards or a chain without their discard."""
    display, pile, turned = facts["display"], len(facts["pile"]), facts["turned"]
    full = options.cards(len(names))
    if options.rainbow_display == "state":
        full += sum(map(is_rainbow, display))
    if pile and options.turn == "sequence" and len(display) < full:
        what = f"has {len(display)} cards although the pile has {pile}; right would be at least {full}"
        yield Fault(where("display"), f"{what}, or pile = 0")
    if len(turned) > MOST_TURNED or (turned and len(turned) < MOST_TURNED and pile):
        yield Fault(
            where("turned"), f"names {len(turned)} cards; a discarded 3 turns up {MOST_TURNED}, fewer at the end"
        )
    if turned and "3" not in display:
        yield Fault(where("turned"), "needs the discarded 3, which lies in the display")
    if facts["phase"] == "chain" and (options.turn != "one_of" or "2" not in display or turned):
        yield Fault(
            where("phase"), 'chain needs rules.turn = "one_of", the discarded 2 in the display, and nothing turned'
        )


def can_move(facts: Facts, options: Options, seat: int) -> bool:
    """Whether a seat has a turn: it has cards to play, or with turn = one_of cards to draw."""
    return facts["hand_sizes"][seat] > 0 or (options.turn == "one_of" and bool(facts["pile"]))


def turn_faults(facts: Facts, options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """A player to move although the game is over, or no player to move although it goes on; a wrong last taker."""
    seat, taker = facts["to_move"], facts["last_taker"]
    able = [name for other, name in enumerate(names) if can_move(facts, options, other)]
    if seat is None and (able or facts["pile"] or facts["turned"]):
        yield Fault(where("to_move"), f"is missing and the game is not over; right would be one of {', '.join(able)}")
    elif seat is not None and not facts["turned"] and not able:
        yield Fault(where("to_move"), "all hands are empty: the game is over; leave to_move out")
    elif seat is not None and not facts["turned"] and not can_move(facts, options, seat):
        yield Fault(where("to_move"), f"{names[seat]} has no cards and is skipped; right would be {', '.join(able)}")
    if taker is not None and not sum(facts["won"]) and not any(facts["stacks"]) and seat is not None:
        yield Fault(where("last_taker"), f"is {names[taker]}, but nothing is won and there is no stack; leave it out")
    if seat is None and any(facts["stacks"]):
        yield Fault(where("quanto"), "the game is over: stacks are lost and leave the table")
    if seat is None and taker is not None and facts["display"]:
        listed = " ".join(facts["display"])
        yield Fault(
            where("display"), f"the game is over: {listed} went to {names[taker]}; right would be an empty display"
        )


CHECKS = (
    card_faults,
    count_faults,
    stack_faults,
    held_faults,
    display_faults,
    turn_faults,
)
