"""Records of Quanto. Cards that are turned up from the pile, to the display or by a 3, are noted in their order."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from kiebitz.core import Position
from kiebitz.notation.hands import Facts
from kiebitz.notation.quanto.cards import CHIPS, COPIES, DECK, canonical, cards_in, is_rainbow, ordered, value
from kiebitz.notation.quanto.checks import places
from kiebitz.notation.quanto.move import parse_move
from kiebitz.records.traits import EntryError, Range, Traits, stood

MOST_SHOWN = 5
RAINBOWS = sum(map(is_rainbow, COPIES))
MOST_TURNED = 3
THREES = MOST_TURNED * COPIES["3"]  # cards that all 3s together turn up


def open_deal(text: str, players: int, options: Any) -> dict[str, Any]:
    """The facts of a deal with this display."""
    display, full = ordered(cards_in(text)), options.cards(players)
    return {
        "decision": "play",
        "display": display,
        "hands": [[] for _ in range(players)],
        "hand_sizes": [full] * players,
        "pile": [None] * max(0, len(DECK) - full * players - len(display)),
        "turned": [],
        "won": [0] * players,
        "stacks": [None] * players,
        "gone": [],
        "last_taker": None,
        "phase": "play",
        "to_move": 0,
    }


def lying(facts: Facts) -> list[str]:
    """The cards of display and stacks, turned ones, and those known to be gone."""
    stacks = [card for stack in facts["stacks"] if stack for card in stack["cards"]]
    return [*facts["display"], *facts["turned"], *stacks, *facts["gone"]]


def used(move: str, facts: Facts | None = None) -> list[str]:
    """The played card, unless it is one of those that a 3 has turned up."""
    word = move.split()[0]
    return [] if word == "fill" or (facts is not None and facts["turned"]) else [canonical(word)]


def shown_size(options: Any) -> int:
    """The most cards of a full hand or of a full display without rainbow cards."""
    size = options.base_size
    return size if isinstance(size, int) else MOST_SHOWN


def refill(options: Any) -> int:
    """The display is filled, with one more card for each rainbow card."""
    return shown_size(options) + RAINBOWS


def fresh(options: Any) -> int:
    """2s may play out the hand, 3s turn up cards, and the display is filled."""
    return shown_size(options) + THREES + refill(options)


def pile_after(pile: Range, move: str | None, drawn: int, options: Any) -> Range:
    """The refill may take any number of cards, at least those that were noted."""
    most = shown_size(options) + refill(options) + (THREES if move is None else MOST_TURNED)
    return max(0, pile[0] - most), max(0, pile[1] - drawn)


def stand(position: Position, move: str) -> dict[str, Any]:
    """The facts after an action that the rules do not allow. Raises EntryError if it cannot be carried out."""
    facts, parts = position.facts(), parse_move(move, position.names)
    seat = facts["to_move"]
    taken = Counter(parts.takes) + Counter([parts.bonus] if parts.bonus else [])
    if missing := taken - Counter(facts["display"]):
        raise EntryError(f"{' '.join(missing.elements())} is not in the display")
    if seat is None or parts.card not in (facts["turned"] or facts["hands"][seat]):
        raise EntryError(f"{parts.card} cannot be played")
    if parts.kind in ("extend", "collect", "steal") and stack_of(facts, seat, parts.owner, position.names) is None:
        raise EntryError("there is no such Quanto")
    if parts.kind == "create":
        chip = (parts.number or value(str(parts.card))) + value(str(parts.base))
        held = {stack["chip"] for stack in facts["stacks"] if stack}
        if chip not in CHIPS or chip in held or facts["stacks"][seat] is not None:
            raise EntryError(f"chip {chip} cannot be taken")
    return stood(position, move)


def stack_of(facts: Facts, seat: int, owner: str | None, names: Sequence[str]) -> Any:
    """The stack that an action works on; None if there is none."""
    return facts["stacks"][seat if owner is None else list(names).index(owner)]


def out_of_turn(seat: int, facts: Facts) -> dict[str, Any]:
    """The facts if it is this player's turn."""
    return {"to_move": seat, "phase": "play"}


TRAITS = Traits(
    deck=DECK,
    ordered=ordered,
    open_deal=open_deal,
    open_cards=lambda facts: " ".join(facts["display"]),
    lying=lying,
    places=places,
    used=used,
    whole_hand=lambda options: options.discard == "forced",
    refill=refill,
    fresh=fresh,
    pile_after=pile_after,
    stand=stand,
    from_hand=lambda cards, facts: [] if facts["turned"] else cards[:1],
    in_sequence=lambda cards: (*cards[:1], *ordered(cards[1:])),
    out_of_turn=out_of_turn,
)
