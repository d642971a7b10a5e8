"""One step of a record: the table after an entry.

The engine is the only place of the rules. A move is played in a sampled world in which the player holds the cards of
the move and the named cards lie on top of the pile. Then everything that was only sampled is forgotten again.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kiebitz.core import Position
from kiebitz.errors import IllegalMoveError, KiebitzError
from kiebitz.notation.hands import UNKNOWN
from kiebitz.records.entry import Cards, Entry
from kiebitz.records.table import Lost, Table
from kiebitz.records.traits import EntryError


def after(table: Table, entry: Entry) -> tuple[Entry, Table]:
    """The entry written out in full, and the table after it.

    Raises EntryError if the entry does not fit the table.
    """
    steps = {
        "move": moved,
        "draw": drawn,
        "show": drawn,
        "hand": handed,
        "turn up": turned_up,
        "missed": missed,
        "table": table_is_now,
        "scores": scored,
        "remark": lambda table, entry: (entry, table),
    }
    return steps[entry.kind](table, entry)


def after_all(table: Table, entry: Entry) -> tuple[Entry, Table, str | None]:
    """The same for an entry that stands although it does not fit: also why it does not fit, or None if it does."""
    try:
        return *after(table, entry), None
    except EntryError as error:
        return *forced(table, entry, str(error)), str(error)


def moved(table: Table, entry: Entry) -> tuple[Entry, Table]:
    """A decision."""
    seat = seat_of(entry)
    entry = in_full(table, entry)
    if table.facts is None:
        return entry, moved_unseen(table, entry)
    if table.to_move != seat:
        mover = table.names[table.to_move] if table.to_move is not None else ""
        raise EntryError(f"{mover} is to move, not {table.names[seat]}" if mover else "the game is over")
    if entry.hand is not None:
        _, table = handed(table, Entry("hand", seat, cards=entry.hand))
    if UNKNOWN in entry.move and not table.traits.hides(entry.move):
        return entry, lose(table, moved_unseen(table, entry), "a card of a move is not known")
    if table.world is not None:
        return moved_in_world(table, entry)
    return moved_in_sample(table, entry)


def in_full(table: Table, entry: Entry) -> Entry:
    """The entry with the one text of its move. A move with unknown cards stays as it is."""
    if UNKNOWN in entry.move:
        return replace(entry, move=" ".join(entry.move.split()))
    try:
        return replace(entry, move=table.game.notation.canonical_move(entry.move, table.game.options, table.names))
    except KiebitzError as error:
        raise EntryError(str(error)) from None


def played(table: Table, world: Position, move: str) -> dict[str, Any]:
    """Plays a move in a world; returns the facts after it. Raises EntryError if it is not legal."""
    try:
        world.play(move)
    except IllegalMoveError as error:
        raise EntryError(str(error)) from None
    return world.facts()


def drawer_of(facts: dict[str, Any], seat: int) -> int:
    """The player whose hand is refilled after a move."""
    active: int = facts.get("active", seat)
    return active


def moved_in_world(table: Table, entry: Entry) -> tuple[Entry, Table]:
    """A decision in a position. The cards that are drawn are known; those that the entry names must be the same."""
    seat, before = seat_of(entry), table.known()
    world = table.sampled()
    facts = played(table, world, entry.move)
    drawer = drawer_of(before, seat)
    kept = list((Counter(before["hands"][drawer]) - used_by(table, entry, drawer)).elements())
    drew = tuple(table.traits.ordered((Counter(facts["hands"][drawer]) - Counter(kept)).elements()))
    gained = Counter(table.traits.returned(entry.move)) if drawer == seat else Counter()
    drew = tuple((Counter(drew) - gained).elements())
    up = len(before["pile"]) + len(table.traits.under(entry.move, table.game.options)) - len(facts["pile"]) - len(drew)
    shuffled = table.traits.shuffles(entry.move, table.game.options) or grown(table, entry, before, facts)
    if shuffled and not table.seeded:
        unknown = replace(table, world=None)
        return moved_in_sample(unknown, entry)
    turned = tuple(before["pile"][:up]) if up > 0 else ()
    if entry.turned_up is None and entry.drew == (*turned, *drew):
        entry = replace(entry, turned_up=turned, drew=drew)
    if entry.drew is not None and Counter(entry.drew) - Counter(drew):
        raise EntryError(f"drew {' '.join(entry.drew)}, but the pile gives {' '.join(drew) or 'no card'}")
    if entry.turned_up is not None and entry.turned_up != turned:
        raise EntryError(f"turned up {' '.join(entry.turned_up)}, but the pile gives {' '.join(turned) or 'no card'}")
    hand = tuple(before["hands"][seat])
    entry = replace(entry, hand=hand, drew=drew or None, turned_up=turned or None)
    shown = still_shown(table, entry)
    return entry, replace(table, facts=facts, world=world, shown=shown, open_end=None, _cache={})


def grown(table: Table, entry: Entry, before: dict[str, Any], facts: dict[str, Any]) -> bool:
    """Whether the pile after a move is not the rest of the pile before it."""
    rest = [*before["pile"], *table.traits.under(entry.move, table.game.options)]
    return len(facts["pile"]) > len(rest) or facts["pile"] != rest[len(rest) - len(facts["pile"]) :]


def used_cards(table: Table, entry: Entry) -> list[str]:
    """The cards that a move takes from the hand of the mover."""
    return table.traits.used(entry.move, table.facts)


def used_by(table: Table, entry: Entry, seat: int) -> Counter[str]:
    """The known cards that a move takes from the hand of a seat."""
    used = used_cards(table, entry) if seat == entry.seat else []
    return Counter(card for card in used if card != UNKNOWN)


def still_shown(table: Table, entry: Entry) -> tuple[Cards, ...]:
    """The shown cards after a move. After a trade of unknown cards none is certain any more."""
    shown, seat = list(table.shown), seat_of(entry)
    if UNKNOWN in used_cards(table, entry):
        shown[seat] = ()
    else:
        shown[seat] = tuple((Counter(shown[seat]) - used_by(table, entry, seat)).elements())
    return tuple(shown)


def moved_in_sample(table: Table, entry: Entry, stands: bool = False) -> tuple[Entry, Table]:
    """A decision at a table with unknown cards.

    stands: whether the move stood although the rules do not allow it.
    """
    seat, traits = seat_of(entry), table.traits
    table = table.revealed(seat, (used_by(table, entry, seat) - Counter(table.known()["hands"][seat])).elements())
    facts = table.known()
    if entry.turned_up:
        table = on_top(table, entry.turned_up)
    world = table.sampled()
    before = world.facts()
    move = entry.move
    if UNKNOWN in move:
        move = traits.with_unknown(move, before["hands"][seat])
        move = table.game.notation.canonical_move(move, table.game.options, table.names)
    now = traits.stand(world, move) if stands else played_somehow(table, world, entry, move)
    drawer, shown = drawer_of(facts, seat), still_shown(table, entry)
    hands = [list(hand) for hand in facts["hands"]]
    hands[seat] = kept_hand(table, entry, now)
    under = [None if card == UNKNOWN else card for card in traits.under(entry.move, table.game.options)]
    pile = [*facts["pile"], *under]
    missing = len(used_cards(table, entry)) - len(traits.returned(entry.move)) if drawer == seat else 0
    drew = now["hand_sizes"][drawer] - facts["hand_sizes"][drawer] + missing
    if traits.shuffles(entry.move, table.game.options) or len(now["pile"]) + drew > len(pile):
        rest: list[str | None] = [None] * len(now["pile"])
    else:
        rest = pile[len(pile) - len(now["pile"]) :]
    up = max(0, len(pile) - len(now["pile"]) - drew)
    result = replace(
        table,
        facts=now | {"hands": hands, "pile": rest, "viewer": None} | unsampled(facts, before, now, hands),
        shown=shown,
        open_end=None,
        _cache={},
    )
    if hidden := hidden_writers(facts, before):
        if now["announced"] is None:
            names = " and ".join(table.names[other] for other in hidden)
            return entry, lose(table, moved_unseen(table, entry), f"the writing of {names} was not seen")
        writes = [None if other in hidden else write for other, write in enumerate(now["writes"])]
        result = replace(result, facts=result.known() | {"writes": writes}, _cache={})
    return with_draws(table, entry, result, drawer, drew, up)


def played_somehow(table: Table, world: Position, entry: Entry, move: str) -> dict[str, Any]:
    """Plays a move whose legality may depend on unknown cards of the hand: then one world that allows it is enough."""
    if getattr(table.game.options, "discard", "") != "forced":
        return played(table, world, move)
    view = table.game.view(table.known() | {"viewer": 0}, table.names, trusted=True)
    for seed in range(1, 200):
        try:
            return played(table, world, move)
        except EntryError:
            if not table.known()["hand_sizes"][seat_of(entry)] > len(table.known()["hands"][seat_of(entry)]):
                raise
            world = view.sample(seed)
    return played(table, world, move)


def hidden_writers(facts: dict[str, Any], before: dict[str, Any]) -> list[int]:
    """The players of Qwinto whose decision of this turn was only sampled."""
    both = zip(facts.get("writes", ()), before.get("writes", ()), strict=True)
    return [seat for seat, (known, sampled) in enumerate(both) if known != sampled]


def kept_hand(table: Table, entry: Entry, now: dict[str, Any]) -> list[str]:
    """The known cards of the mover's hand after a move, before the cards that were drawn."""
    seat, traits = seat_of(entry), table.traits
    hand = Counter(table.known()["hands"][seat])
    if UNKNOWN in used_cards(table, entry):
        hand = Counter()
    hand -= used_by(table, entry, seat)
    hand += Counter(traits.returned(entry.move))
    if "known_wilds" in now:
        hand["**"] = max(hand["**"], now["known_wilds"][seat])
    return traits.ordered(hand.elements())


def unsampled(
    facts: dict[str, Any], before: dict[str, Any], now: dict[str, Any], hands: Sequence[Sequence[str]]
) -> dict[str, Any]:
    """Facts after a move without what was only sampled.

    facts: the known facts before the move.
    before, now: the sampled facts before and after it.
    hands: the known cards of the hands after it.
    """
    found: dict[str, Any] = {}
    if "gone" in facts and (facts["gone"] != before["gone"] or facts["stacks"] != before["stacks"]):
        stacks, sampled = [], Counter[str]()
        for known, full, then in zip(facts["stacks"], before["stacks"], now["stacks"], strict=True):
            unknown = Counter(full["cards"]) - Counter(known["cards"]) if full else Counter()
            if then is not None and unknown:
                then = {
                    **then,
                    "cards": list((Counter(then["cards"]) - unknown).elements()),
                    "size": len(then["cards"]),
                }
            elif then is None:
                sampled += unknown
            stacks.append(then)
        fresh = Counter(now["gone"]) - Counter(before["gone"]) - sampled
        found = {"stacks": stacks, "gone": [*facts["gone"], *fresh.elements()]}
    if "drawn" in facts:
        when = {card: number for number, cards in enumerate(now["reshuffled"], 1) for card in cards}
        found["drawn"] = [
            sorted(when.get(card, 0) for card in (Counter(full) - Counter(known)).elements())
            for full, known in zip(now["hands"], hands, strict=True)
        ]
    return found


def on_top(table: Table, cards: Cards) -> Table:
    """The table with known cards on top of the pile. Raises EntryError if they cannot lie there."""
    facts, unseen = dict(table.known()), table.unseen()
    unseen.subtract(cards)
    if wrong := [card for card in cards if unseen[card] < 0]:
        raise EntryError(f"{wrong[0]} is in {table.place_of(wrong[0])}; it cannot be turned up")
    if len(cards) > len(facts["pile"]):
        raise EntryError(f"{len(cards)} cards were turned up, but the pile has {len(facts['pile'])}")
    facts["pile"] = [*cards, *facts["pile"][len(cards) :]]
    return replace(table, facts=facts, _cache={})


def with_draws(table: Table, entry: Entry, result: Table, drawer: int, drew: int, up: int) -> tuple[Entry, Table]:
    """The table after a move with the cards that were drawn and turned up.

    drew: number of cards that the drawer has drawn.
    up: number of cards that were turned up.
    """
    name = table.names[drawer]
    named = len(entry.turned_up or ())
    if named > up:
        raise EntryError(f"{named} cards turned up are named, but {up} were; right would be {up}")
    if named < up and not named:
        if entry.drew is not None and len(entry.drew) > drew:
            first = len(entry.drew) - drew
            noted = replace(entry, turned_up=entry.drew[:first], drew=entry.drew[first:])
            return moved_in_sample(replace(table, facts=table.known()), noted)
        open_end = replace(result, open_end=(table, entry))
        return entry, lose(table, open_end, "the cards that were turned up are not known")
    if named < up:
        raise EntryError(f"{named} cards turned up are named, but more were, at least {up}")
    if entry.drew is not None:
        if len(entry.drew) > drew:
            empty = "the pile is empty; " if not result.known()["pile"] and not drew else ""
            raise EntryError(f"{empty}{name} draws {drew} cards here, not {len(entry.drew)}")
        result = result.revealed(drawer, [card for card in entry.drew if card != UNKNOWN])
    return entry, result


def drawn(table: Table, entry: Entry) -> tuple[Entry, Table]:
    """Cards of a hand become known: to the keeper of the record, or to everybody."""
    seat, public = seat_of(entry), entry.kind == "show"
    if table.facts is None:
        return entry, lost_hand(table, seat, entry.cards)
    cards = [card for card in entry.cards if card != UNKNOWN]
    held = Counter(table.facts["hands"][seat]) if public else Counter()
    fresh = Counter(cards) - held
    result = table.revealed(seat, fresh.elements(), public)
    if public:
        shown = list(result.shown)
        shown[seat] = tuple((Counter(table.shown[seat]) | Counter(cards)).elements())
        result = replace(result, shown=tuple(shown), _cache={})
    return entry, result


def handed(table: Table, entry: Entry) -> tuple[Entry, Table]:
    """The whole hand of a player."""
    seat, name = seat_of(entry), table.names[seat_of(entry)]
    if table.facts is None:
        return entry, lost_hand(table, seat, entry.cards, whole=True)
    size, known = table.facts["hand_sizes"][seat], Counter(table.facts["hands"][seat])
    if len(entry.cards) != size:
        raise EntryError(f"[{' '.join(entry.cards)}] has {len(entry.cards)} cards, but {name} holds {size}")
    cards = Counter(entry.cards)
    if wrong := known - cards:
        raise EntryError(f"[{' '.join(entry.cards)}] lacks {' '.join(wrong.elements())}, which {name} holds")
    entry = replace(entry, cards=tuple(table.traits.ordered(entry.cards)))
    return entry, table.revealed(seat, (cards - known).elements())


def turned_up(table: Table, entry: Entry) -> tuple[Entry, Table]:
    """The cards that the last move turned up."""
    if table.open_end is None:
        raise EntryError("the last move turned up no cards, or they are named with it")
    before, move = table.open_end
    _, result = moved_in_sample(before, replace(move, turned_up=entry.cards))
    return entry, result


def scored(table: Table, entry: Entry) -> tuple[Entry, Table]:
    """The scores that the players have counted. They replace the scores of the table if they stand."""
    if len(entry.scores) != table.game.players:
        raise EntryError(f"{len(entry.scores)} scores; right would be one for each of {table.game.players} players")
    counted = replace(table, counted=entry.scores, _cache={})
    if not entry.stand or table.facts is None or "scores" not in table.facts:
        return entry, counted
    facts = table.facts | {"scores": list(entry.scores)}
    world = table.game.position(facts, table.names, trusted=True) if table.world is not None else None
    return entry, replace(counted, facts=facts, world=world, seeded=False)


def table_is_now(table: Table, entry: Entry) -> tuple[Entry, Table]:
    """The table as somebody sees it now. Cards that had left the game before are still gone."""
    from kiebitz.notation.games import parse

    try:
        state = parse(entry.line, "table")
    except KiebitzError as error:
        raise EntryError(str(error)) from None
    if state.game != table.game or state.names != table.names:
        raise EntryError("the table is of another game, other players or other rules than the record")
    facts = state.facts()
    if "gone" in facts:
        before = table.out() - Counter(facts["display"]) if table.facts is None else Counter(table.facts["gone"])
        before -= Counter(card for stack in facts["stacks"] if stack for card in stack["cards"])
        joined = Counter(facts["gone"]) | before
        if joined.total() <= Table(table.game, table.names, facts).unknown_gone() + len(facts["gone"]):
            facts["gone"] = table.traits.ordered(joined.elements())
    return replace(entry, line=state.to_line()), begun(state, facts)


def begun(state: Any, facts: dict[str, Any] | None = None) -> Table:
    """The table of a position or view."""
    facts = state.facts() if facts is None else facts
    whole = isinstance(state, Position)
    shown = tuple(() for _ in state.names)
    world = state.copy() if whole else None
    return Table(state.game, state.names, facts | {"viewer": None}, world, shown=shown)


def missed(table: Table, entry: Entry) -> tuple[Entry, Table]:
    """A turn that was not seen."""
    return entry, lose(table, moved_unseen(table, entry), f"a turn of {table.names[seat_of(entry)]} was missed")


def moved_unseen(table: Table, entry: Entry) -> Table:
    """The bounds after a move or a missed turn at a table that is lost, or is lost now."""
    seat, traits, options, pile = seat_of(entry), table.traits, table.game.options, table.pile()
    out, fresh, hands = table.out(), table.unknown_gone(), [tuple(hand) for hand in table.known_hands()]
    back = dict(table.lost.back) if table.lost is not None else {}
    seen = entry.kind == "move" and UNKNOWN not in entry.move
    if seen:
        laid, used, returned = traits.laid(entry.move), used_cards(table, entry), traits.returned(entry.move)
        out = out + Counter(laid) - Counter(returned)
        hands[seat] = (*(Counter(entry.hand or hands[seat]) - Counter(used)).elements(), *returned)
        fresh += len(used) - len(laid) + (0 if entry.turned_up else traits.refill(options))
    else:
        fresh += traits.fresh(options)
        hands[seat] = ()
    out = (out + Counter(entry.turned_up or ())) & Counter(traits.deck)
    for card, number in traits.returning(out.elements(), pile[0], entry.move if seen else None, options).items():
        back[card] = max(back.get(card, 0), number)
    hands[seat] += tuple(card for card in entry.drew or () if card != UNKNOWN)
    noted = len(entry.turned_up or ()) + len(entry.drew or ())
    pile = traits.pile_after(pile, entry.move if seen else None, noted, options)
    lost = Lost(table.lost.why if table.lost else "", out, tuple(hands), fresh, back, pile)
    return replace(table, facts=None, world=None, open_end=None, lost=lost, _cache={})


def lose(before: Table, now: Table, why: str) -> Table:
    """The table without its facts, for this reason. If the table was lost before, the first reason stays.

    before: the table before the entry.
    now: the table after it, as far as known.
    """
    if now.facts is not None:
        hands = tuple(map(tuple, now.known_hands()))
        lost = Lost(why, now.out(), hands, now.unknown_gone(), {}, now.pile())
    else:
        lost = replace(now.lost_part(), why=before.lost.why if before.lost is not None else why)
    return replace(now, facts=None, world=None, lost=lost, _cache={})


def lost_hand(table: Table, seat: int, cards: Cards, whole: bool = False) -> Table:
    """A lost table with more known cards of a hand."""
    lost = table.lost_part()
    hands = list(lost.hands)
    hands[seat] = cards if whole else (*hands[seat], *(card for card in cards if card != UNKNOWN))
    return replace(table, lost=replace(lost, hands=tuple(hands)), _cache={})


def forced(table: Table, entry: Entry, why: str) -> tuple[Entry, Table]:
    """An entry that does not fit but stands: the table goes on as far as it can be followed."""
    if entry.kind != "move" or table.facts is None:
        return entry, table
    seat = seat_of(entry)
    facts = table.facts | table.traits.out_of_turn(seat, table.facts)
    there = replace(table, facts=facts, world=None, open_end=None, _cache={})
    for stands, change in ((False, {}), (False, {"drew": None}), (True, {}), (True, {"drew": None})):
        try:
            told = replace(entry, hand=None, **change)
            return entry, (moved_in_sample(there, in_full(there, told), True) if stands else moved(there, told))[1]
        except EntryError:
            continue
    return entry, lose(table, moved_unseen(table, entry), f"a move against the rules stood ({why})")


def seat_of(entry: Entry) -> int:
    """The seat of an entry that is about one player."""
    if entry.seat is None:
        raise EntryError("names no player")
    return entry.seat
