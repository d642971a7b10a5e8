"""Tables: what a record knows of the game between two entries.

A table is known or lost. A known table has all facts that everybody sees. Hands and pile may hold unknown cards. A lost
table comes after something that was not seen. It has bounds for the numbers of cards.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kiebitz.core import Game, Position, View
from kiebitz.errors import Fault, PositionError
from kiebitz.notation.document import plain_where
from kiebitz.notation.hands import Facts
from kiebitz.records.entry import Cards, Entry
from kiebitz.records.games import traits_of
from kiebitz.records.traits import EntryError, Range, Traits


@dataclass(frozen=True)
class Lost:
    """What is still known of a table that was lost.

    why: why it was lost.
    out: the cards that lie open or have left the game, as far as known.
    hands: the known cards of each hand.
    fresh: the most cards that have come out of hands and pile since, beside those in `out`.
    back: the most copies of cards that may have come back into hands and pile, by card.
    pile: the bounds of the pile.
    """

    why: str
    out: Counter[str]
    hands: tuple[Cards, ...]
    fresh: int
    back: Mapping[str, int]
    pile: Range


@dataclass(frozen=True)
class Table:
    """What a record knows of the game between two entries.

    game, names: the game and the players' names by seat.
    facts: the facts (docs/facts.md) with unknown cards of hands left out and unknown cards of the pile None. None if
        the table was lost.
    world: the position, if every card is known.
    seeded: whether the position also knows how the pile will be shuffled, because it was dealt by a seed.
    shown: the cards of each hand that everybody knows.
    lost: what is known of a lost table.
    open_end: the table before a move, and the move, if the cards that it turned up are still to be named.
    counted: the scores that the players have counted last and that differ from the facts.
    """

    game: Game
    names: tuple[str, ...]
    facts: dict[str, Any] | None
    world: Position | None = None
    seeded: bool = False
    shown: tuple[Cards, ...] = ()
    lost: Lost | None = None
    open_end: "tuple[Table, Entry] | None" = None
    counted: tuple[int, ...] | None = None
    _cache: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def traits(self) -> Traits:
        """The game's part of records."""
        return traits_of(self.game.name)

    @property
    def to_move(self) -> int | None:
        """The seat to move; None if the game is over or the table was lost."""
        seat: int | None = None if self.facts is None else self.facts["to_move"]
        return seat

    @property
    def over(self) -> bool:
        """Whether the game is known to be over."""
        return self.facts is not None and self.facts["to_move"] is None

    def known(self) -> dict[str, Any]:
        """The facts. Raises EntryError if the table was lost."""
        if self.facts is None:
            raise EntryError(f"{self.lost.why if self.lost else 'the table is not known'}; {SYNC}")
        return self.facts

    def unseen(self) -> Counter[str]:
        """The cards whose place is unknown: in a hand, in the pile, or gone unseen."""
        facts = self.known()
        if "unseen" not in self._cache:
            cards = Counter(self.traits.deck)
            cards.subtract(self.traits.lying(facts))
            for hand in facts["hands"]:
                cards.subtract(hand)
            cards.subtract(card for card in facts["pile"] if card is not None)
            self._cache["unseen"] = cards
        return Counter(self._cache["unseen"])

    def place_of(self, card: str) -> str:
        """The known places of a card in words."""
        found = self.traits.places(self.known() | {"viewer": 0}, self.names, plain_where)
        places = dict.fromkeys(place for other, place, _ in found if other == card)
        return " and in ".join(places) or "nowhere, for there is no such card"

    def revealed(self, seat: int, cards: Iterable[str], public: bool = False) -> "Table":
        """The table if some unknown cards of a hand become known.

        public: whether everybody sees them.

        Raises EntryError if the hand has no room for them, or if one of them lies elsewhere.
        """
        cards, facts, unseen = list(cards), dict(self.known()), self.unseen()
        name, hand = self.names[seat], facts["hands"][seat]
        if len(cards) > (room := facts["hand_sizes"][seat] - len(hand)):
            raise EntryError(f"{' '.join(cards)}: {hand_in_words(name, hand, room)}")
        for card in cards:
            if unseen[card] < 1:
                raise EntryError(f"{card} is in {self.place_of(card)}; {name} cannot hold it")
            unseen[card] -= 1
        hands = [list(known) for known in facts["hands"]]
        hands[seat] = self.traits.ordered([*hand, *cards])
        facts["hands"] = hands
        if facts.get("drawn"):
            facts["drawn"] = [list(drawn) for drawn in facts["drawn"]]
            for card in cards:
                generation = generation_of(facts, card)
                if generation not in facts["drawn"][seat]:
                    raise EntryError(f"{card} was shuffled at another time than the unknown cards of {name} were drawn")
                facts["drawn"][seat].remove(generation)
        shown = list(self.shown)
        if public:
            shown[seat] = (*shown[seat], *cards)
        return replace(self, facts=facts, shown=tuple(shown), _cache={})

    def sampled(self) -> Position:
        """A position that agrees with the table."""
        if self.world is not None:
            return self.world.copy()
        facts = self.known()
        if None not in facts["pile"] and [len(hand) for hand in facts["hands"]] == facts["hand_sizes"]:
            return self.game.position(facts, self.names, trusted=True)
        return self.game.view(facts | {"viewer": 0}, self.names, trusted=True).sample(0)

    def view(self, seat: int) -> View:
        """What a player knew here. Raises EntryError if the record does not know it."""
        facts, name = self.known(), self.names[seat]
        if missing := facts["hand_sizes"][seat] - len(facts["hands"][seat]):
            raise EntryError(f"{missing} cards of {name} are not known; right would be the hand: {name} [CARDS]")
        seen = self.sampled().view(seat)
        if self.world is not None and not any(self.shown):
            return seen
        return self.game.view(self.masked(seen.facts(), seat), self.names, trusted=True)

    def masked(self, seen: dict[str, Any], seat: int) -> dict[str, Any]:
        """The facts of a sampled world's view without what was only sampled, and with the cards that were shown."""
        facts = self.known()
        seen["pile"] = [card and known for card, known in zip(seen["pile"], facts["pile"], strict=True)]
        for key in ("gone", "stacks"):
            if key in facts:
                seen[key] = facts[key]
        for other, cards in enumerate(self.shown):
            hidden = Counter(cards) - Counter(seen["hands"][other])
            if other != seat and hidden:
                seen["hands"][other] = self.traits.ordered([*seen["hands"][other], *hidden.elements()])
                if seen.get("drawn"):
                    for card in hidden.elements():
                        seen["drawn"][other].remove(generation_of(seen, card))
        return seen

    def state(self, viewer: int | None) -> Position | View:
        """The position if every card is known; else the view of a player whose hand is known.

        The keeper of the record comes first, then the player to move.

        viewer: the player who keeps the record; None: nobody.

        Raises PositionError if the table was lost, or if no hand is known.
        """
        if self.world is not None:
            return self.world.copy()
        try:
            facts = self.known()
        except EntryError as error:
            raise PositionError([Fault("turns", str(error))]) from None
        seats = [viewer, self.to_move, *range(self.game.players)]
        if viewer is None:
            seats = seats[1:]
        for seat in seats:
            if seat is not None and facts["hand_sizes"][seat] == len(facts["hands"][seat]):
                return self.view(seat)
        right = f"{self.names[self.to_move or 0]} [CARDS]"
        raise PositionError([Fault("turns", f"no hand is known here; right would be a line  {right}")])

    def pile(self) -> Range:
        """The bounds of the number of cards in the pile."""
        if self.facts is None:
            return self.lost.pile if self.lost else (0, len(self.traits.deck))
        return len(self.facts["pile"]), len(self.facts["pile"])

    def left(self, seat: int | None) -> dict[str, Range]:
        """For each card the bounds of the number of copies that a player has not seen: in other hands and in the pile.

        seat: the player; None: somebody who sees the table only.
        """
        out, hands, fresh, back = (
            self.out(),
            self.known_hands(),
            self.unknown_gone(),
            self.lost.back if self.lost else {},
        )
        copies = Counter(self.traits.deck)
        own = Counter(hands[seat]) if seat is not None else Counter()
        found = {}
        for card, number in copies.items():
            high = number - out[card] - own[card]
            found[card] = max(0, high - fresh), min(number - own[card], high + back.get(card, 0))
        return found

    def out(self) -> Counter[str]:
        """The cards that lie open or have left the game, as far as known."""
        return Counter(self.traits.lying(self.facts)) if self.facts is not None else self.lost_part().out

    def known_hands(self) -> list[list[str]]:
        """The known cards of each hand."""
        if self.facts is not None:
            hands: list[list[str]] = self.facts["hands"]
            return hands
        return [list(hand) for hand in self.lost_part().hands]

    def unknown_gone(self) -> int:
        """The most cards that have come out of hands and pile without being seen."""
        if self.facts is None:
            return self.lost_part().fresh
        held: int = sum(self.facts["hand_sizes"]) + len(self.facts["pile"])
        return len(self.traits.deck) - held - sum(1 for _ in self.traits.lying(self.facts))

    def lost_part(self) -> Lost:
        """What is known of a lost table."""
        assert self.lost is not None
        return self.lost


SYNC = "right would be the table as it is now: * table kiebitz1 ..."


def hand_in_words(name: str, hand: list[str], room: int) -> str:
    """Why a hand has no room for more cards."""
    if not room:
        return f"every card of {name} is known: {' '.join(hand) or 'none'}"
    return f"{name} holds only {room} unknown {'card' if room == 1 else 'cards'}"


def generation_of(facts: Facts, card: str) -> int:
    """The number of reshuffles before a hidden card came into the pile."""
    for when, cards in enumerate(facts["reshuffled"], 1):
        if card in cards:
            return when
    return 0
