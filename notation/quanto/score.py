"""The effects and points of a move in words. They are counted here by the rules page, independently of the engine."""

from collections.abc import Iterator, Sequence

from kiebitz.notation.hands import Facts
from kiebitz.notation.quanto.cards import JOKER, groups_of, stack_size, value
from kiebitz.notation.quanto.move import Parts, simplest
from kiebitz.notation.quanto.options import Options


def reasons(facts: Facts, options: Options, parts: Parts, names: Sequence[str]) -> list[str]:
    """One sentence for each effect of a legal move."""
    parts = simplest(parts, options)
    if parts.card is None:
        where = "the display" if parts.kind == "draw_display" else "the hand"
        return [f"the turn is spent to fill {where}; no points"]
    return [*TELLERS[parts.kind](facts, options, parts, names), *bonus_reason(parts), *total(facts, parts, names)]


def counted(number: int, noun: str) -> str:
    """A number with its noun."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def grouped(takes: Sequence[str], total: int) -> str:
    """The taken cards in groups, with `+` inside a group. Cards that form no groups stand side by side."""
    found = groups_of(takes, total)
    return ", ".join("+".join(group) for group in found) if found else " ".join(takes)


def stack_of(facts: Facts, parts: Parts, names: Sequence[str]) -> tuple[int, int]:
    """Chip and size of the stack that the move changes; (0, 0) if there is none."""
    stack = facts["stacks"][facts["to_move"] if parts.owner is None else list(names).index(parts.owner)]
    return (stack["chip"], stack_size(stack)) if stack else (0, 0)


def capture(facts: Facts, options: Options, parts: Parts, names: Sequence[str]) -> Iterator[str]:
    """A capture: the groups that are taken."""
    number = parts.number or value(str(parts.card))
    stands = " (the joker stands for it)" if parts.card == JOKER else ""
    yield f"takes groups of {number}{stands}: {grouped(parts.takes, number)}"


def create(facts: Facts, options: Options, parts: Parts, names: Sequence[str]) -> Iterator[str]:
    """A new stack."""
    number = parts.number or value(str(parts.card))
    chip = number + value(str(parts.base))
    yield f"creates a stack: {number}+{parts.base} = chip {chip}"
    others = list(parts.takes)
    others.remove(str(parts.base))
    if others:
        yield f"puts groups of {chip} on it: {grouped(others, chip)}"


def extend(facts: Facts, options: Options, parts: Parts, names: Sequence[str]) -> Iterator[str]:
    """A stack that grows."""
    chip, _ = stack_of(facts, parts, names)
    yield f"extends the stack of chip {chip} by {parts.card} and {' '.join(parts.takes)}"


def collect(facts: Facts, options: Options, parts: Parts, names: Sequence[str]) -> Iterator[str]:
    """A stack that is collected or stolen."""
    whose = f"the stack of {parts.owner}" if parts.owner else "the own stack"
    verb = "steals" if parts.owner else "collects"
    chip, size = stack_of(facts, parts, names)
    yield f"{verb} {whose}: {counted(size, 'card')}, and chip {chip} returns"
    if parts.takes:
        yield f"adds groups of {chip} first: {grouped(parts.takes, chip)}"


def discard(facts: Facts, options: Options, parts: Parts, names: Sequence[str]) -> Iterator[str]:
    """A discard, with the effect of a 1, 2 or 3."""
    yield f"lays {parts.card} in the display"
    number = value(str(parts.card))
    if number == 1:
        givers = [names[seat] for seat in giving(facts)]
        yield f"takes a card from {' and '.join(givers)}" if givers else "nobody else has a card to give"
    elif number == 2:
        left = facts["hand_sizes"][facts["to_move"]] - (0 if facts["turned"] else 1)
        yield "plays another hand card at once" if left else "no hand card is left to play"
    elif number == 3:
        pile = len(facts["pile"])
        yield f"turns up {counted(min(3, pile), 'card')} and plays one" if pile else "no card is left to turn up"


TELLERS = {
    "capture": capture,
    "create": create,
    "extend": extend,
    "collect": collect,
    "steal": collect,
    "discard": discard,
}


def giving(facts: Facts) -> list[int]:
    """The players who give a card to the player who discards a 1."""
    return [seat for seat, won in enumerate(facts["won"]) if won and seat != facts["to_move"]]


def bonus_reason(parts: Parts) -> Iterator[str]:
    """The bonus of a rainbow card."""
    if parts.bonus is not None:
        yield f"the rainbow card brings the {parts.bonus}, too"


def total(facts: Facts, parts: Parts, names: Sequence[str]) -> Iterator[str]:
    """The points of the move, as a sum of the cards won at once."""
    addends = []
    if parts.kind in ("capture", "collect", "steal"):
        addends = [1, len(parts.takes)]
        if parts.kind != "capture":
            addends.insert(0, stack_of(facts, parts, names)[1])
    elif parts.kind == "discard" and value(str(parts.card)) == 1:
        addends = [len(giving(facts))]
    addends += [1] if parts.bonus is not None else []
    addends = [addend for addend in addends if addend]
    if not addends:
        yield "no points"
    elif len(addends) == 1:
        yield counted(addends[0], "point")
    else:
        yield f"{'+'.join(map(str, addends))} = {counted(sum(addends), 'point')}"
