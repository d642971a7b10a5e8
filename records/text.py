"""Entries as text, one a line.

Anna [RO1 BT2 ** GX4]: BX2@0,1; drew RO1        a move; the hand before it and what was drawn may be missing
Ben: 8 takes 4 4; drew J; turned up 5 7*        cards turned up for everybody, in order
Ben: GO1@2,1; irregular: the line does not fit  a move against the rules that stood
Anna: drew RO1                                  a draw that becomes known later
Ben: shows **                                   cards that everybody sees
Anna [RO1 BT2 ** GX4]                           a whole hand
Ben: missed                                     something that was not seen
* turned up 5 7*                                after the move before
* table kiebitz1 game=...                       the table as it is now
* scores 34 28                                  the players' count, which stands; `noted` at the end: it does not stand
# a remark
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from kiebitz.errors import NotationError
from kiebitz.notation.document import shortened
from kiebitz.notation.hands import cards_in
from kiebitz.records.entry import Cards, Entry

PART = re.compile(r"; (?=drew |turned up |does not fit(?:;|$))")
HAND = re.compile(r"\s*\[([^\[\]]*)\]\s*(?=:|$)")
DREW, SHOWS, MISSED, UP, TABLE, SCORES = "drew", "shows", "missed", "turned up", "table", "scores"
UNFIT, IRREGULAR, NOTED = "does not fit", "irregular:", "noted"
FORMS = "NAME: MOVE; drew CARDS, or NAME [HAND]: MOVE, NAME: missed, * table kiebitz1 ..., # a remark"


def line_of(entry: Entry, names: Sequence[str]) -> str:
    """The text of an entry."""
    name = names[entry.seat] if entry.seat is not None else ""
    return "; ".join([head_of(entry, name), *parts_of(entry)])


def head_of(entry: Entry, name: str) -> str:
    """The text of an entry up to its first semicolon."""
    cards = " ".join(entry.cards)
    heads = {
        "move": f"{name}{hand_of(entry.hand)}: {entry.move}",
        "draw": f"{name}: {DREW} {cards}",
        "show": f"{name}: {SHOWS} {cards}",
        "hand": f"{name}{hand_of(entry.cards)}",
        "turn up": f"* {UP} {cards}",
        "missed": f"{name}: {MISSED}",
        "table": f"* {TABLE} {entry.line}",
        "scores": " ".join([f"* {SCORES}", *map(str, entry.scores), *([] if entry.stand else [NOTED])]),
        "remark": f"# {entry.text}",
    }
    return heads[entry.kind]


def hand_of(cards: Cards | None) -> str:
    """A hand in brackets, if it is known."""
    return "" if cards is None else f" [{' '.join(cards)}]"


def parts_of(entry: Entry) -> list[str]:
    """The parts after semicolons."""
    parts = []
    if entry.drew is not None:
        parts.append(f"{DREW} {' '.join(entry.drew)}")
    if entry.turned_up is not None:
        parts.append(f"{UP} {' '.join(entry.turned_up)}")
    if entry.unfit:
        parts.append(UNFIT)
    if entry.irregular is not None:
        parts.append(f"{IRREGULAR} {entry.irregular}")
    return parts


def entry_of(line: str, names: Sequence[str]) -> Entry:
    """The entry of a line. Raises NotationError if it is none."""
    line = line.strip()
    if (found := player_of(line, names)) is not None:
        seat, rest = found
        return player_entry(seat, rest, line)
    if line.startswith("#"):
        return Entry("remark", text=line[1:].strip())
    if line.startswith("*"):
        return table_entry(line)
    name = re.split(r"[:\[]", line)[0].strip()
    right = f"right would be one of {', '.join(names)}" if re.search(r"[:\[]", line) else f"right would be {FORMS}"
    raise NotationError(f"{shortened(name)} is no player; {right}")


def player_of(line: str, names: Sequence[str]) -> tuple[int, str] | None:
    """The seat of the player that a line is about, and the rest of the line, with the bracket or the colon first."""
    for fold in (str, str.casefold):
        for seat in sorted(range(len(names)), key=lambda seat: -len(names[seat])):
            rest = line[len(names[seat]) :]
            if fold(line[: len(names[seat])]) == fold(names[seat]) and rest.lstrip()[:1] in (":", "["):
                return seat, rest
    return None


def player_entry(seat: int, rest: str, line: str) -> Entry:
    """The entry of a line about one player."""
    hand, found = None, HAND.match(rest)
    if found is not None:
        hand, rest = cards_tuple(found[1]), rest[found.end() :]
        if not rest:
            return Entry("hand", seat, cards=hand)
    if not rest.lstrip().startswith(":"):
        raise NotationError(f"{shortened(line)}: right would be a hand in brackets and a colon, as in Anna [RO1]: pass")
    head, parts = split(rest.lstrip()[1:].strip())
    return with_parts(action(seat, head, hand), parts)


def action(seat: int, head: str, hand: Cards | None) -> Entry:
    """The entry for what a player did."""
    verb, _, rest = head.partition(" ")
    if head.lower() == MISSED:
        return Entry("missed", seat)
    if verb.lower() in (DREW, SHOWS) and rest:
        return Entry("draw" if verb.lower() == DREW else "show", seat, cards=cards_tuple(rest))
    if not head:
        raise NotationError(f"a move is missing; right would be {FORMS}")
    return Entry("move", seat, head, hand=hand)


def split(text: str) -> tuple[str, list[str]]:
    """The text before the first semicolon that begins a part, and the parts. A reason is the last of them."""
    text, mark, reason = text.partition(f"; {IRREGULAR}")
    head, *parts = PART.split(text)
    return head.strip(), [*(part.strip() for part in parts), *([f"{IRREGULAR} {reason.strip()}"] if mark else [])]


def with_parts(entry: Entry, parts: Sequence[str]) -> Entry:
    """The entry with what stands behind semicolons."""
    for part in parts:
        if part.startswith(IRREGULAR):
            entry = replace(entry, irregular=part.removeprefix(IRREGULAR).strip())
        elif part.startswith(f"{UP} "):
            entry = replace(entry, turned_up=cards_tuple(part.removeprefix(UP)))
        elif part.startswith(f"{DREW} "):
            entry = replace(entry, drew=cards_tuple(part.removeprefix(DREW)))
        else:
            entry = replace(entry, unfit=True)
    return entry


def table_entry(line: str) -> Entry:
    """The entry of a line that begins with a star: it is about the table, not about one player."""
    head, parts = split(line[1:].strip())
    if head.startswith(f"{UP} "):
        entry = Entry("turn up", cards=cards_tuple(head.removeprefix(UP)))
    elif head.startswith(f"{TABLE} "):
        entry = Entry("table", line=head.removeprefix(TABLE).strip())
    elif head.startswith(f"{SCORES} "):
        words = head.split()[1:]
        numbers = words[:-1] if words[-1] == NOTED else words
        if not all(re.fullmatch(r"-?[0-9]{1,9}", word) for word in numbers):
            raise NotationError(f"{shortened(line)}: right would be whole numbers, as in * scores 34 28")
        entry = Entry("scores", scores=tuple(map(int, numbers)), stand=words[-1] != NOTED)
    else:
        raise NotationError(
            f"{shortened(line)}: right would be * turned up CARDS, * table kiebitz1 ... or * scores 34 28"
        )
    return with_parts(entry, parts)


def cards_tuple(text: str) -> Cards:
    """The cards of a text, in capital letters as cards are written."""
    return tuple(word.upper() for word in cards_in(text))
