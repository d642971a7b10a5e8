"""Moves typed by people: order of letters and digits, small letters and missing marks and verbs do not matter.

    2xb 0,1      BX2@0,1          tl 5g          not understood: the place stands behind its card
    8 4,4        8 takes 4 4      y7             write Y7

A text is understood only if it means one legal move. What is understood is that move, written out in full. Short forms
of the languages, and free cells with letters, are turned into these words before they come here.
"""

import re
from collections import Counter
from typing import NamedTuple

from kiebitz.core import Position
from kiebitz.errors import KiebitzError, TooManyMovesError
from kiebitz.notation.hands import UNKNOWN
from kiebitz.records.entry import Cards
from kiebitz.records.table import Table
from kiebitz.records.traits import EntryError, Traits

MOST_NAMED = 5  # moves that a message names
HIDDEN = re.compile(r"\s*trade\s+([1-4])\s*", re.IGNORECASE)
AS = re.compile(r"\bas\s+(?=\d)")  # the number of a joker is no card
WORD = re.compile(r"[^\s,;:/@()]+")


class Words(NamedTuple):
    """A move as its words.

    cards: the cards, each with its place if it has one.
    others: verbs, names and fields.
    """

    cards: tuple[str, ...]
    others: Counter[str]


def understood(table: Table, text: str) -> str:
    """The one legal move of the player to move that a text means, written out in full.

    The hand of the player need not be known; cards that the text names may be in it. `trade 2` is a trade of two cards
    that were not seen.

    Raises EntryError if the text means no legal move or more than one. The message names those that it may mean.
    """
    facts, traits = table.known(), table.traits
    if (seat := facts["to_move"]) is None:
        raise EntryError("the game is over")
    if (counted := HIDDEN.fullmatch(text)) and traits.hides("trade"):
        return " ".join(["trade", *UNKNOWN * int(counted[1])])
    wanted = words_of(text, traits)
    named = Counter(traits.from_hand([card.partition("@")[0] for card in wanted.cards], facts))
    there = table.revealed(seat, (named - Counter(facts["hands"][seat])).elements())
    state = there.sampled()
    try:
        return state.move(text).text
    except KiebitzError as error:
        refused = str(error)
    meant = [move for move in possible(state) if means(wanted, words_of(move, traits), traits)]
    if len(meant) == 1:
        return meant[0]
    if meant:
        more = f" and {len(meant) - MOST_NAMED} more" if len(meant) > MOST_NAMED else ""
        raise EntryError(f"{text!r} may be {' or '.join(meant[:MOST_NAMED])}{more}; right would be one of them in full")
    raise EntryError(refused)


def understood_cards(table: Table, text: str) -> Cards:
    """The cards that a text names, for draws, hands and cards turned up. Raises EntryError if a word is no card."""
    known = {in_order(card): card for card in table.traits.deck}
    cards = [(word, known.get(in_order(word))) for word in WORD.findall(text)]
    for word, card in cards:
        if card is None and word != UNKNOWN:
            raise EntryError(f"{word!r} is no card; right would be such as {table.traits.deck[0]}, or {UNKNOWN}")
    return tuple(card or UNKNOWN for _, card in cards)


def possible(state: Position) -> list[str]:
    """The legal moves, or a selection of them if there are too many."""
    try:
        return state.legal_moves().texts()
    except TooManyMovesError:
        return state.candidate_moves().texts()


def means(wanted: Words, move: Words, traits: Traits) -> bool:
    """Whether the words of a text are those of a move. Most verbs may be missing; cards must all be there."""
    said = not any(word in move.others and word not in wanted.others for word in traits.needed)
    return wanted.cards == move.cards and not wanted.others - move.others and said


def words_of(text: str, traits: Traits) -> Words:
    """The words of a move in a form that does not depend on the order of marks, on capitals and on commas."""
    known = {in_order(card): card for card in traits.deck}
    text = AS.sub("as", text.casefold())
    cards: list[str] = []
    others: list[str] = []
    for piece in re.split(rf"({traits.place})" if traits.place else r"(?!)", text):
        if traits.place and re.fullmatch(traits.place, piece):
            place = re.sub(r"\s", "", piece)
            if cards and "@" not in cards[-1]:
                cards[-1] += f"@{place}"
            else:
                others.append(place)
            continue
        for word in WORD.findall(piece):
            card = known.get(in_order(word))
            (cards if card else others).append(card or word)
    return Words(traits.in_sequence(cards), Counter(others))


def in_order(word: str) -> str:
    """The marks of a word in one order."""
    return "".join(sorted(word.casefold()))
