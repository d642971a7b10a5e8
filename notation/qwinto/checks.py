"""Checks of a position of Qwinto. Each fault names its field, and its column or stack if it has one.

A function whose name ends with `faults` yields the faults that its docstring names.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from kiebitz.errors import Fault
from kiebitz.notation.checks import Place, hand_places, named_faults, text_faults
from kiebitz.notation.document import shortened
from kiebitz.notation.hands import Facts, Where, hand_place
from kiebitz.notation.qwinto.cards import DECK, HAND, KNOWN, RIGHT, STACKS, announcement, three_cards
from kiebitz.notation.qwinto.options import Options
from kiebitz.notation.qwinto.sheet import HIGHEST, PENALTIES, ROWS, column_faults, row_faults
from kiebitz.notation.qwinto.turn import end_of, write_faults


def option_faults(options: Options, players: int, where: Where) -> Iterator[Fault]:
    """An option `start_player` that is no seat of the table."""
    if options.start_player >= max(1, players):
        what = f"is {options.start_player}; with {players} players right would be 0 to {players - 1}"
        yield Fault(where("rules", "start_player"), what)


def choices(facts: Facts, players: int) -> dict[str, list[Any]]:
    """The possible values of facts that have only a few."""
    return {"decision": ["place", "write"]}


def shape_faults(facts: Facts, players: int, where: Where) -> Iterator[Fault]:
    """A card for each stack."""
    if len(facts["square"]) != len(STACKS):
        right = 'right would be four, such as "P4 Y3 / G6 O2"'
        yield Fault(where("square"), f"has {len(facts['square'])} cards; {right}")


def places(facts: Facts, names: Sequence[str], where: Where) -> Iterator[Place]:
    """Every known card."""
    for stack, card in zip(STACKS, facts["square"], strict=True):
        yield card, f"the stack {stack}", where("square")
    for card in facts["covered"]:
        yield card, "the covered cards", where("covered")
    yield from hand_places(facts, names, where)
    for depth, card in enumerate(facts["pile"]):
        if card is not None:
            yield card, f"the pile, card {depth + 1} from the top", where("pile")


def card_faults(facts: Facts, options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """Texts that are no cards."""
    yield from text_faults(places(facts, names, where), KNOWN, RIGHT)
    for cards in facts["reshuffled"]:
        for card in cards:
            if card not in KNOWN:
                yield Fault(where("reshuffled"), f"{shortened(card)} is no card; {RIGHT}")


def double_faults(facts: Facts, options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """Cards that lie in more than one place."""
    found: dict[str, list[tuple[str, str]]] = {}
    for card, place, field in places(facts, names, where):
        if card in KNOWN:
            found.setdefault(card, []).append((place, field))
    for card, spots in found.items():
        if len(spots) > 1:
            # The first two places tell enough. A list of all would make the text as long as the input.
            more = f" and {len(spots) - 2} times more" if len(spots) > 2 else ""
            yield Fault(spots[1][1], f"{card} is in {spots[0][0]} and in {spots[1][0]}{more}; there is one")


def sheet_faults(facts: Facts, options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """Rows that do not rise, columns that hold a number twice, more penalties than a sheet has boxes."""
    for name, sheet in zip(names, facts["sheets"], strict=True):
        for row in ROWS:
            for what in row_faults(row, sheet[row]):
                yield Fault(where("sheets", name, row), what)
        for row, what in column_faults(sheet):
            yield Fault(where("sheets", name, row), what)
        if not 0 <= sheet["penalties"] <= PENALTIES:
            what = f"is {sheet['penalties']}; right would be 0 to {PENALTIES}, the boxes of a sheet"
            yield Fault(where("sheets", name, "penalties"), what)


def announcement_faults(facts: Facts, options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """A sum or colours that no stack of the square gives."""
    announced = facts["announced"]
    if announced is None or not KNOWN.issuperset(facts["square"]):
        return
    if not 1 <= announced["sum"] <= HIGHEST:
        yield Fault(where("announced", "sum"), f"is {announced['sum']}; a number to write is 1 to {HIGHEST}")
        return
    given = {stack: announcement(three_cards(facts["square"], stack)) for stack in STACKS}
    sums = {number for number, _ in given.values()}
    shown = ", ".join(
        f"{stack} gives {number} in {colours or 'no colour'}" for stack, (number, colours) in given.items()
    )
    if announced["sum"] not in sums:
        yield Fault(where("announced", "sum"), f"is {announced['sum']}, which the square does not give: {shown}")
    elif (announced["sum"], announced["colours"]) not in given.values() or not announced["colours"]:
        what = f"is {shortened(announced['colours'])} with {announced['sum']}, which the square does not give: {shown}"
        yield Fault(where("announced", "colours"), what)


def hand_size_bounds(facts: Facts, options: Options, seat: int) -> tuple[int, int]:
    """The least and the greatest number of cards that a player can hold now."""
    least = most = HAND
    in_turn = facts["to_move"] is None or facts["decision"] == "write"
    if seat == facts["active"] and in_turn:
        least, most = 1, HAND if facts["to_move"] is None else HAND - 1
    if options.empty_pile == "no_refill" and not facts["pile"]:
        least = 1 if facts["decision"] == "place" and seat == facts["to_move"] else 0
    return least, most


def hand_faults(facts: Facts, options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """Hands of a wrong size, or with more known cards than their size."""
    for seat, (hand, size) in enumerate(zip(facts["hands"], facts["hand_sizes"], strict=True)):
        name, known = names[seat], facts["viewer"] in (None, seat) and bool(hand)
        place = hand_place(facts, seat, names, where) if known else where("hand_sizes")
        least, most = hand_size_bounds(facts, options, seat)
        if not least <= size <= most:
            right = f"right would be {least}" if least == most else f"right would be {least} to {most}"
            when = " after placing" if (least, most) == (1, HAND - 1) else ""
            yield Fault(place, f"{name} holds {size} cards; {right}{when}")
        yield from named_faults(facts, seat, names, place, known)
        if facts["viewer"] == seat and size and not hand and facts["decision"] == "place":
            yield Fault(where("hand"), f"is missing; right would be the cards of {name}")


def count_faults(facts: Facts, options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """Numbers of cards in square, covered cards, hands and pile that do not add up to the deck."""
    covered, hands, pile = len(facts["covered"]), sum(facts["hand_sizes"]), len(facts["pile"])
    rest = len(DECK) - len(STACKS) - covered - hands
    sums = f"{len(STACKS)} on the stacks, {covered} covered and {hands} in hands"
    if rest < 0:
        yield Fault(where("covered"), f"{sums}; there are {len(DECK)} cards in all")
    elif pile != rest:
        right = (
            f"right would be pile = {rest}, or more cards in covered"
            if pile < rest
            else f"right would be pile = {rest}"
        )
        yield Fault(where("pile"), f"{sums} leave {rest} of {len(DECK)} cards, but the pile has {pile}; {right}")


def generation_faults(facts: Facts, options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """Pile generations that do not fit: hands and pile hold more or fewer hidden cards of one than are out of sight."""
    groups = facts["reshuffled"]
    if groups and options.empty_pile != "reshuffle":
        yield Fault(
            where("reshuffled"), f"with the rule empty_pile = {options.empty_pile} nothing is ever shuffled again"
        )
        return
    listed = [card for cards in groups for card in cards]
    for card in sorted({card for card in listed if listed.count(card) > 1}):
        yield Fault(where("reshuffled"), f"{card} is named twice; name it where it was shuffled last")
    for seat, (hand, size) in enumerate(zip(facts["hands"], facts["hand_sizes"], strict=True)):
        drawn = facts["drawn"][seat]
        if len(drawn) != max(0, size - len(hand)) or not set(drawn) <= set(range(len(groups) + 1)):
            right = f"right would be one number from 0 to {len(groups)} for each of {size - len(hand)} unknown cards"
            yield Fault(where("drawn", names[seat]), f"is {drawn}; {right}")
            return
    seen = {card for card, _, _ in places(facts, names, where)}
    for when in range(len(groups) + 1):
        born = {card for card in DECK if (card in groups[when - 1] if when else card not in listed)}
        if when < len(groups) and (early := born.intersection(card for card in facts["pile"] if card)):
            what = f"{' '.join(sorted(early))} in the pile must be among the cards that were shuffled last"
            yield Fault(where("reshuffled"), what)
        slots = sum(drawn.count(when) for drawn in facts["drawn"])
        slots += facts["pile"].count(None) if when == len(groups) else 0
        if groups and len(born - seen) != slots:
            whose = f"reshuffle {when}" if when else "before the first reshuffle"
            what = f"{len(born - seen)} cards of {whose} are out of sight, but hands and pile hold {slots} of them"
            yield Fault(where("reshuffled"), what)


def turn_faults(facts: Facts, options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """A player to move although the game is over, no player to move although it goes on, or a wrong active player."""
    end, seat = end_of(facts, options, names), facts["to_move"]
    if seat is None and end is None:
        yield Fault(where("to_move"), f"is missing and the game is not over; right would be one of {', '.join(names)}")
    elif seat is not None and end is not None:
        yield Fault(where("to_move"), f"{end}: the game is over; leave to_move out")
    elif facts["decision"] == "place" and seat not in (None, facts["active"]):
        yield Fault(
            where("active"), f"is {names[facts['active']]}, but the player who places is active; leave active out"
        )


CHECKS = (
    card_faults,
    double_faults,
    sheet_faults,
    announcement_faults,
    hand_faults,
    count_faults,
    generation_faults,
    turn_faults,
    write_faults,
)
