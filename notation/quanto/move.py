"""Quanto's moves as text: `8 takes 4 4`, `4 creates 6 with 10`, `J steals Ben 3 4`, `fill hand` and so on.

Reading accepts extra blanks, commas, small letters and any order of cards. It also accepts another joker number, bonus
or creating card that has the same effect. Writing gives every effect one text (see `simplest`).
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kiebitz.errors import NotationError
from kiebitz.notation.document import shortened
from kiebitz.notation.hands import Facts
from kiebitz.notation.players import default_names
from kiebitz.notation.quanto.cards import (
    COPIES,
    JOKER,
    NUMBERS,
    RIGHT,
    canonical,
    groups_of,
    is_rainbow,
    ordered,
    rank,
    value,
)
from kiebitz.notation.quanto.options import Options
from kiebitz.notation.schema import nearest

FILLS = {"fill display": "draw_display", "fill hand": "draw_hand"}
VERBS = {
    "takes": "capture",
    "creates": "create",
    "extends": "extend",
    "collects": "collect",
    "steals": "steal",
    "discards": "discard",
}
FORMS = (
    "8 takes 4 4, J as 8 takes 8, 9* takes 9 bonus 12, 4 creates 6 with 10, 4 extends 1 5, 10 collects 4 6, "
    "J steals Ben 3 4, 2 discards, fill display or fill hand"
)


@dataclass(frozen=True)
class Parts:
    """A move taken apart.

    kind: a value of FILLS or VERBS.
    card: the played card; None if the turn fills display or hand.
    takes: all display cards except the bonus, sorted.
    number: the number that a joker stands for, 1 to 12.
    base: the display card that creates a stack with the played card; it is also one of `takes`.
    owner: the player whose stack a joker steals.
    bonus: the display card that a rainbow card brings.
    """

    kind: str
    card: str | None = None
    takes: tuple[str, ...] = ()
    number: int | None = None
    base: str | None = None
    owner: str | None = None
    bonus: str | None = None


def parse_move(text: str, names: Sequence[str] | None = None) -> Parts:
    """The parts of a move's text. Raises NotationError, which says what would be right.

    names: the names of the players; without them the name of a player ends where only cards follow.
    """
    words = text.replace(",", " ").split()
    fill = FILLS.get(" ".join(words).lower())
    if fill:
        return Parts(fill)
    if not words:
        raise NotationError(f"empty move; right would be {FORMS}")
    card, number, rest = played(words, text)
    verb = rest[0].lower() if rest else ""
    if verb not in VERBS:
        raise NotationError(f"{shortened(text)}: {shortened(verb)} is no action of a card; right would be {FORMS}")
    kind, rest = VERBS[verb], rest[1:]
    owner, bonus = None, None
    if kind == "steal":
        owner, rest = owner_of(rest, names, text)
    lower = [word.lower() for word in rest]
    if "bonus" in lower:
        if lower.index("bonus") != len(rest) - 2:
            raise NotationError(f"{shortened(text)}: a bonus is one card at the end, as in 9* takes 9 bonus 12")
        bonus, rest = card_of(rest[-1], text), rest[:-2]
    return with_takes(Parts(kind, card, number=number, owner=owner, bonus=bonus), rest, text)


def played(words: list[str], text: str) -> tuple[str, int | None, list[str]]:
    """The played card, the number that a joker stands for, and the words after them."""
    card = card_of(words[0], text)
    if len(words) < 2 or words[1].lower() != "as":
        return card, None, words[1:]
    if card != JOKER:
        raise NotationError(f"{shortened(text)}: only a joker stands for a number, as in J as 8 takes 8")
    number = words[2] if len(words) > 2 else ""
    if number not in map(str, NUMBERS):
        raise NotationError(f"{shortened(text)}: {shortened(number)} is no number of a joker; right would be 1 to 12")
    return card, int(number), words[3:]


def owner_of(words: list[str], names: Sequence[str] | None, text: str) -> tuple[str, list[str]]:
    """The player whose stack is stolen, and the words after the name. The name may have blanks."""
    if names is None:
        # The name ends where only cards follow; a name has at least one word.
        end = len(words)
        while end > 1 and (canonical(words[end - 1]) in COPIES or words[end - 1].lower() == "bonus"):
            end -= 1
        return " ".join(words[:end]), words[end:]
    longest = max(len(name.replace(",", " ").split()) for name in names)
    for fold in (str, str.casefold):
        for end in range(min(len(words), longest), 0, -1):
            said = fold(" ".join(words[:end]))
            for name in names:
                if fold(" ".join(name.replace(",", " ").split())) == said:
                    return name, words[end:]
    said = words[0] if words else ""
    raise NotationError(f"{shortened(text)}: {shortened(said)} is no player{nearest(said[:60], names)}")


def with_takes(parts: Parts, words: list[str], text: str) -> Parts:
    """The parts completed with the cards that are taken."""
    if parts.kind == "create":
        if not words or (len(words) > 1 and words[1].lower() != "with") or len(words) == 2:
            raise NotationError(
                f"{shortened(text)}: right would be one card, and any groups after `with`, as in 4 creates 6 with 10"
            )
        base = card_of(words[0], text)
        return replace(parts, base=base, takes=cards_of([base, *words[2:]], text))
    if parts.kind == "discard" and words:
        raise NotationError(f"{shortened(text)}: a discard takes no cards; right would be {parts.card} discards")
    if parts.kind in ("capture", "extend") and not words:
        raise NotationError(f"{shortened(text)}: names no cards; right would be such as 8 takes 4 4")
    return replace(parts, takes=cards_of(words, text))


def card_of(word: str, text: str) -> str:
    """The card that a word names."""
    card = canonical(word)
    if card not in COPIES:
        raise NotationError(f"{shortened(text)}: {shortened(word)} is no card; {RIGHT}. Moves are {FORMS}")
    return card


def cards_of(words: Sequence[str], text: str) -> tuple[str, ...]:
    """The cards that words name, in order. Raises NotationError if a card is named more often than it has copies."""
    cards = ordered(card_of(word, text) for word in words)
    for card, named in Counter(cards).items():
        if named > COPIES[card]:
            raise NotationError(f"{shortened(text)}: {card} is named {named} times; there are fewer of it")
    return tuple(cards)


def simplest(parts: Parts, options: Options) -> Parts:
    """The one form of all moves with the same effect.

    A card that can be taken is no bonus. Otherwise bonus, joker number and creating card are the smallest possible.
    With capture = maximal, the display decides which forms are legal, so a capture stays unchanged.
    """
    if parts.kind == "create" and parts.base is not None:
        return replace(parts, base=min((c for c in parts.takes if value(c) == value(parts.base)), key=rank))
    wild = options.display_joker == "wild"
    if parts.kind == "steal":
        return replace(parts, number=None)
    if parts.kind not in ("capture", "collect") or (parts.kind == "capture" and options.capture == "maximal"):
        return parts
    if parts.card == JOKER:
        if parts.kind == "collect":
            return replace(parts, number=None)
        fitting = (n for n in NUMBERS if groups_of(parts.takes, n, wild) is not None)
        return replace(parts, number=next(fitting, parts.number))
    if parts.bonus is None or not is_rainbow(str(parts.card)):
        return parts
    return smallest_bonus(parts, lambda cards: groups_of(cards, value(str(parts.card)), wild) is not None)


def smallest_bonus(parts: Parts, is_take: Callable[[Sequence[str]], bool]) -> Parts:
    """The same effect without a bonus, or with the smallest possible card as the bonus.

    is_take: whether the move can take all of some cards.
    """
    everything = ordered([*parts.takes, str(parts.bonus)])
    if is_take(everything):
        return replace(parts, takes=tuple(everything), bonus=None)
    for card in dict.fromkeys(everything):
        takes = list(everything)
        takes.remove(card)
        if is_take(takes) and (takes or parts.kind == "collect"):
            return replace(parts, takes=tuple(takes), bonus=card)
    return parts


def format_move(parts: Parts, options: Options) -> str:
    """The one text of a move."""
    parts = simplest(parts, options)
    for text, kind in FILLS.items():
        if parts.kind == kind:
            return text
    words = [str(parts.card)]
    if parts.number is not None:
        words += ["as", str(parts.number)]
    words += [verb for verb, kind in VERBS.items() if kind == parts.kind]
    takes = list(parts.takes)
    if parts.base is not None:
        takes.remove(parts.base)
        words += [parts.base, *(["with"] if takes else [])]
    if parts.owner is not None:
        words.append(parts.owner)
    words += takes
    if parts.bonus is not None:
        words += ["bonus", parts.bonus]
    return " ".join(words)


def fields_of_move(parts: Parts, facts: Facts | None, names: Sequence[str] | None) -> dict[str, Any]:
    """The fields of a move in JSON answers. Without facts, `chip` is among them only if the move alone tells it."""
    if parts.card is None:
        return {"kind": parts.kind}
    fields: dict[str, Any] = {"kind": parts.kind, "card": parts.card, "takes": list(parts.takes), "bonus": parts.bonus}
    if parts.number is not None:
        fields["as"] = parts.number
    played_number = parts.number or value(parts.card)
    if parts.kind == "create":
        fields["chip"] = played_number + value(str(parts.base))
    elif parts.kind == "collect" and played_number:
        fields["chip"] = played_number
    elif parts.kind in ("extend", "collect", "steal") and facts is not None:
        fields["chip"] = stack_used(parts, facts, names)["chip"]
    if parts.owner is not None:
        fields["from"] = parts.owner
    return fields


def stack_used(parts: Parts, facts: Facts, names: Sequence[str] | None) -> Mapping[str, Any]:
    """The stack that an extension, a collection or a steal works on."""
    names = names or default_names(facts["players"])
    seat = facts["to_move"] if parts.owner is None else list(names).index(parts.owner)
    stack: Mapping[str, Any] = facts["stacks"][seat]
    return stack
