"""Checks of a position of Kwatro. A fault on the table names row and column.

A function whose name ends with `faults` yields the faults that its docstring names.
"""

from collections.abc import Iterator, Sequence
from itertools import chain

from kiebitz.errors import Fault
from kiebitz.notation.checks import Place, hand_faults, hand_places, text_faults
from kiebitz.notation.document import shortened
from kiebitz.notation.hands import Facts, Where
from kiebitz.notation.kwatro.cards import DECK, HAND, KNOWN, RIGHT, WILD
from kiebitz.notation.kwatro.lines import table_findings
from kiebitz.notation.kwatro.options import Options
from kiebitz.notation.kwatro.table import cell_text

# A play of four cards makes five lines of at most 16 points. Five lots, four cards at once and the end double them.
BEST_PLAY = 10_240


def table_faults(facts: Facts, options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """Invalid lines, wilds that fit no line, cards that touch no other card."""
    place = where("grid")
    for spot, what in table_findings(facts["table"], options.wild_identity, options.wild_starter):
        yield Fault(f"{place}, {spot}" if spot else place, what)


def shape_faults(facts: Facts, players: int, where: Where) -> Iterator[Fault]:
    """A trader for each card of the pile."""
    if len(facts["traded_by"]) != len(facts["pile"]):
        yield Fault(where("traded_by"), f"has {len(facts['traded_by'])} entries for a pile of {len(facts['pile'])}")
    for trader in facts["traded_by"]:
        if trader not in (None, *range(players)):
            yield Fault(
                where("traded_by"), f"{shortened(trader)} is no seat; right would be 0 to {players - 1} or None"
            )


def table_places(facts: Facts, where: Where) -> Iterator[Place]:
    """The cards on the table."""
    for cell, card in facts["table"].items():
        yield card, cell_text(cell), where("grid")


def held_places(facts: Facts, names: Sequence[str], where: Where) -> Iterator[Place]:
    """The known cards of hands and pile."""
    yield from hand_places(facts, names, where)
    for depth, card in enumerate(facts["pile"]):
        if card is not None:
            place = where("pile") if facts["viewer"] is None else where("bottom")
            yield card, f"the pile, card {depth + 1} from the top", place


def card_faults(facts: Facts, options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """Texts in hands and pile that are no cards; `table_faults` finds those of the table."""
    yield from text_faults(held_places(facts, names, where), KNOWN, RIGHT)


def double_faults(facts: Facts, options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """Cards that lie in more places than they have copies."""
    places: dict[str, list[tuple[str, str]]] = {}
    for card, place, field in chain(table_places(facts, where), held_places(facts, names, where)):
        if card in KNOWN:
            places.setdefault(card, []).append((place, field))
    for card, found in places.items():
        copies = DECK.count(card)
        if len(found) > copies:
            listed = " and ".join(place for place, _ in found)
            exists = "there are two wilds" if card == WILD else "there is one"
            yield Fault(found[-1][1], f"{len(found)} times {card}, in {listed}; {exists}")


def held_faults(facts: Facts, options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """Hands of a wrong size, and more recycled wilds than a hand can hold."""
    for seat, hand in enumerate(facts["hands"]):
        yield from hand_faults(facts, seat, names, where, HAND)
        if facts["known_wilds"][seat] not in range(hand.count(WILD) + 1):
            right = f"right would be 0 to {hand.count(WILD)}, the wilds in that hand"
            yield Fault(where("known_wilds"), f"is {facts['known_wilds'][seat]} for {names[seat]}; {right}")


def count_faults(facts: Facts, options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """Numbers of cards on the table, in hands and in the pile that do not add up to the deck."""
    table, hands, pile = len(facts["table"]), sum(facts["hand_sizes"]), len(facts["pile"])
    rest = len(DECK) - table - hands
    if rest < 0:
        yield Fault(where("grid"), f"{table} cards on the table and {hands} in hands; there are {len(DECK)} in all")
    elif pile != rest:
        sums = f"{table} on the table, {hands} in hands and {pile} in the pile make {table + hands + pile}"
        yield Fault(where("pile"), f"{sums}; with {len(DECK)} cards in all right would be pile = {rest}")


def trade_faults(facts: Facts, options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """Traded cards that do not lie lowest; cards of the pile that the viewer should not know, or should know."""
    traders, viewer = facts["traded_by"], facts["viewer"]
    below = [seat for seat in traders if seat is not None]
    if below and options.traded_cards == "shuffle_in":
        yield Fault(where("traded_by"), "with the rule traded_cards = shuffle_in nobody knows where traded cards lie")
    if traders[len(traders) - len(below) :] != below:
        yield Fault(where("traded_by"), "traded cards lie below all others, but here others lie between or below them")
    for depth, (card, seat) in enumerate(zip(facts["pile"], traders, strict=True)):
        if viewer is not None and (card is not None) != (seat == viewer):
            known = "is known, but was not put there by" if card is not None else "is not known, but was put there by"
            yield Fault(where("traded_by"), f"card {depth + 1} of the pile {known} {names[viewer]}, whose view this is")


def score_faults(facts: Facts, options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """Scores that the cards on the table cannot have given: each card after the starter belongs to one play."""
    plays = max(0, len(facts["table"]) - 1)
    most = plays * BEST_PLAY
    for name, score in zip(names, facts["scores"], strict=True):
        if not 0 <= score <= most:
            yield Fault(where("scores"), f"{score} for {name}; right would be 0 to {most} with {plays} cards played")
    scorers = [name for name, score in zip(names, facts["scores"], strict=True) if score > 0]
    if 0 < plays < len(scorers):
        yield Fault(where("scores"), f"{', '.join(scorers)} have points, but only {plays} cards were played")


def pass_limit(facts: Facts, options: Options) -> int:
    """The number of consecutive passes that ends the game."""
    players: int = facts["players"]
    return players * (options.stalemate_rounds if facts["pile"] else 1)


def gone_out(facts: Facts) -> list[int]:
    """The seats without cards while the pile is empty."""
    return [] if facts["pile"] else [seat for seat, size in enumerate(facts["hand_sizes"]) if size == 0]


def end_of(facts: Facts, options: Options, names: Sequence[str]) -> str | None:
    """Why the game is over; None while it goes on."""
    if facts["passes"] >= pass_limit(facts, options):
        return f"{facts['passes']} passes in a row ended the game"
    out = gone_out(facts)
    if not out:
        return None
    turn = facts["to_move"]
    if options.final_round and turn is not None and turn not in out and turn > min(out):
        return None
    no_turn_left = ", and only later seats have a turn in the final round" if options.final_round else ""
    return f"the pile is empty and {names[out[0]]} has no cards left{no_turn_left}"


def turn_faults(facts: Facts, options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """A player to move although the game is over, no player to move although it goes on; wrong `passes` or `out`."""
    passes, end, limit = facts["passes"], end_of(facts, options, names), pass_limit(facts, options)
    if not 0 <= passes <= limit:
        yield Fault(where("passes"), f"is {passes}; right would be 0 to {limit}, the passes that end the game")
    elif facts["to_move"] is None and end is None:
        yield Fault(where("to_move"), f"is missing and the game is not over; right would be one of {', '.join(names)}")
    elif facts["to_move"] is not None and end is not None:
        yield Fault(where("to_move"), f"{end}: the game is over; leave to_move out")
    for seat in facts["out"]:
        if seat not in gone_out(facts):
            yield Fault(where("out"), f"{names[seat]} has not gone out: that needs an empty hand and an empty pile")


CHECKS = (
    table_faults,
    card_faults,
    double_faults,
    held_faults,
    count_faults,
    score_faults,
    trade_faults,
    turn_faults,
)
