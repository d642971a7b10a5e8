"""What makes a position of Kwatro impossible; every fault is named, with row and column where it lies on the table."""

from collections.abc import Iterator, Sequence
from itertools import chain

from kiebitz.errors import Fault
from kiebitz.notation.facts import value_faults
from kiebitz.notation.hands import Facts, Where, hand_place
from kiebitz.notation.kwatro.cards import DECK, HAND, KNOWN, RIGHT, WILD
from kiebitz.notation.kwatro.lines import table_findings
from kiebitz.notation.kwatro.options import Options, player_limits
from kiebitz.notation.kwatro.table import cell_text
from kiebitz.notation.players import name_faults
from kiebitz.notation.source import plain_where, shortened

# At most 66 plays of at most 10240 points.
MOST_POINTS = 1_000_000


def faults(facts: Facts, options: Options, names: Sequence[str], where: Where = plain_where) -> list[Fault]:
    """All faults of complete facts; `where(*path)` names a field of the file they came from."""
    found = [*player_faults(options, names, where), *shape_faults(facts, len(names), where)]
    if found:
        return found
    place = where("grid")
    for spot, what in table_findings(facts["table"], options.wild_identity, options.wild_starter):
        found.append(Fault(f"{place}, {spot}" if spot else place, what))
    for check in (card_faults, double_faults, hand_faults, count_faults, score_faults):
        found += check(facts, names, where)
    found += trade_faults(facts, options, names, where)
    found += turn_faults(facts, options, names, where)
    return found


def player_faults(options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    return name_faults(names, *player_limits(options), where)


def shape_faults(facts: Facts, players: int, where: Where) -> Iterator[Fault]:
    """Values that cannot be and lists whose length does not fit, without which nothing else can be checked."""
    yield from value_faults(facts, {}, where)
    for field in ("hands", "hand_sizes", "scores", "known_wilds"):
        if len(facts[field]) != players:
            yield Fault(
                where(field), f"has {len(facts[field])} entries; right would be one for each of {players} players"
            )
    if len(facts["traded_by"]) != len(facts["pile"]):
        yield Fault(where("traded_by"), f"has {len(facts['traded_by'])} entries for a pile of {len(facts['pile'])}")
    for trader in facts["traded_by"]:
        if trader not in (None, *range(players)):
            yield Fault(
                where("traded_by"), f"{shortened(trader)} is no seat; right would be 0 to {players - 1} or None"
            )


def table_places(facts: Facts, where: Where) -> Iterator[tuple[str, str, str]]:
    """Every card of the table, as (card, place in words, field of the file)."""
    for cell, card in facts["table"].items():
        yield card, cell_text(cell), where("grid")


def held_places(facts: Facts, names: Sequence[str], where: Where) -> Iterator[tuple[str, str, str]]:
    """Every known card of hands and pile, likewise."""
    for seat, hand in enumerate(facts["hands"]):
        for card in hand:
            yield card, f"the hand of {names[seat]}", hand_place(facts, seat, names, where)
    for depth, card in enumerate(facts["pile"]):
        if card is not None:
            place = where("pile") if facts["viewer"] is None else where("bottom")
            yield card, f"the pile, card {depth + 1} from the top", place


def card_faults(facts: Facts, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """Texts in hands and pile that are no cards; the table's are found with its lines."""
    for card, place, field in held_places(facts, names, where):
        if card not in KNOWN:
            yield Fault(field, f"{shortened(card)} in {place} is no card; {RIGHT}")


def double_faults(facts: Facts, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """Cards that lie in more places than there are copies."""
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


def hand_faults(facts: Facts, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """Hands too large, too small, or with more known cards than cards."""
    for seat, (hand, size) in enumerate(zip(facts["hands"], facts["hand_sizes"], strict=True)):
        complete, name = facts["viewer"] in (None, seat), names[seat]
        place = hand_place(facts, seat, names, where) if complete else where("hand_sizes")
        if not 0 <= size <= HAND:
            yield Fault(place, f"{name} holds {size} cards; a hand has at most {HAND}")
        elif size < HAND and facts["pile"]:
            right = f"right would be {HAND} cards, or pile = 0 and hand_sizes"
            yield Fault(
                place, f"{name} holds {size} of {HAND} cards although the pile has {len(facts['pile'])}; {right}"
            )
        if len(hand) > size or (complete and len(hand) != size):
            yield Fault(place, f"{len(hand)} cards are named, but hand_sizes says that {name} holds {size}")
        if facts["known_wilds"][seat] not in range(hand.count(WILD) + 1):
            right = f"right would be 0 to {hand.count(WILD)}, the wilds in that hand"
            yield Fault(where("known_wilds"), f"is {facts['known_wilds'][seat]} for {name}; {right}")


def count_faults(facts: Facts, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """Table, hands and pile must make up the deck."""
    table, hands, pile = len(facts["table"]), sum(facts["hand_sizes"]), len(facts["pile"])
    rest = len(DECK) - table - hands
    if rest < 0:
        yield Fault(where("grid"), f"{table} cards on the table and {hands} in hands; there are {len(DECK)} in all")
    elif pile != rest:
        sums = f"{table} on the table, {hands} in hands and {pile} in the pile make {table + hands + pile}"
        yield Fault(where("pile"), f"{sums}; with {len(DECK)} cards in all right would be pile = {rest}")


def trade_faults(facts: Facts, options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """Traded cards lie lowest, and whoever put them there knows them."""
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


def score_faults(facts: Facts, names: Sequence[str], where: Where) -> Iterator[Fault]:
    for name, score in zip(names, facts["scores"], strict=True):
        if not 0 <= score <= MOST_POINTS:
            yield Fault(where("scores"), f"{score} for {name}; right would be 0 to {MOST_POINTS}")


def pass_limit(facts: Facts, options: Options) -> int:
    """Consecutive passes that end the game."""
    return facts["players"] * (options.stalemate_rounds if facts["pile"] else 1)


def gone_out(facts: Facts) -> list[int]:
    """The seats without cards while the pile is empty."""
    return [] if facts["pile"] else [seat for seat, size in enumerate(facts["hand_sizes"]) if size == 0]


def end_of(facts: Facts, options: Options, names: Sequence[str]) -> str | None:
    """Why nobody is to move any more; None while the game may go on."""
    if facts["passes"] >= pass_limit(facts, options):
        return f"{facts['passes']} passes in a row ended the game"
    out = gone_out(facts)
    if not out:
        return None
    turn = facts["to_move"]
    if options.final_round and turn is not None and turn not in out and turn > min(out):
        return None
    behind = ", and only seats behind have a turn in the final round" if options.final_round else ""
    return f"the pile is empty and {names[out[0]]} has no cards left{behind}"


def turn_faults(facts: Facts, options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """Whether somebody is to move just when the game is not over; passes; who went out."""
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
