"""Quanto by the letter of the rules: slow, plain, and the judge of the fast engine.

A position is a dict of plain values ("facts"), a move its canonical text; docstrings quote the rule they implement.

Readings, where the rules leave room
- Capture "maximal": no further group of the played value may be left lying; the number of cards taken does not matter.
  It binds captures only, not the optional groups of a create, collect or steal; the rainbow bonus stays optional.
- Discard "forced": of the cards that may be played now none can do 1 or 2. After a discarded 2 these are the cards left
  in the hand, after a 3 the cards turned up.
- A joker in the display is wild in an extension too; an "inert" one is in no group, but may be the rainbow bonus.
- Rainbow bonus: the rules name only "capture_collect". The other reading is "any" here: also when creating, extending
  and discarding (`4* creates 6 bonus 12`); the bonus card goes to the won pile, the groups to the stack.
- `extend_groups`: further groups of the chip's value follow the extension, all in one sorted list: `4 extends 1 5 10`.
- A building joker names its number: `J as 4 creates 6`, `J as 4 extends 1 5`; of equal creations the one with the
  smallest creating display card counts, before the smallest number.
- Rainbow display "state" counts every rainbow card lying there, also discarded ones; the set-up is the same.
- Last taker "capture_only": only action 1 counts. "any_take": any play that moved a display card, a bonus too; a
  collect or steal without groups takes none.
- The two cards not chosen after a 3 leave when the choice is played; `turned` is sorted.
- Turn "one_of": the play after a discarded 2 belongs to action A, so no fill is allowed (phase "chain"); else, and
  always in "sequence", the phase is "play".
- At the end the display of a last taker moves to `gone`, an unowned one stays lying; `stacks` become None.
"""

from collections import namedtuple
from copy import deepcopy
from functools import lru_cache

ALL_OPTIONS = {
    "base_size": (4, 3, 5, 6, "by_players"),
    "turn": ("sequence", "one_of"),
    "capture": ("free", "maximal"),
    "extend_groups": (False, True),
    "discard": ("always", "forced"),
    "rainbow_display": ("event", "state"),
    "rainbow_bonus": ("capture_collect", "any"),
    "joker_builds": (False, True),
    "display_joker": ("wild", "inert"),
    "last_taker": ("any_take", "capture_only"),
}
DEFAULTS = {name: values[0] for name, values in ALL_OPTIONS.items()}
CARDS = [
    *[str(number) for number in range(1, 13) for _ in range(9 if number < 4 else 8)],
    *[f"{number}*" for number in range(4, 13)],
    *["J", "J"],
]
CHIPS = range(5, 13)


# `takes` leave the display with the action, `bonus` leaves it for the rainbow card; `owner` had the collected stack.
Action = namedtuple("Action", "kind card takes bonus chip owner", defaults=(None, (), None, None, None))


def is_rainbow(card):
    return card.endswith("*")


def value(card):
    return int(card.rstrip("*"))


def numbers(card):
    """Joker from the hand stands for any number 1..12, chosen when played."""
    return range(1, 13) if card == "J" else (value(card),)


def ordered(cards):
    """By number, of equal numbers the rainbow card last, jokers after all numbers."""
    return tuple(sorted(cards, key=lambda card: (13, False) if card == "J" else (value(card), is_rainbow(card))))


def without(cards, taken):
    """The cards less the taken ones, each as often as it is taken."""
    rest = list(cards)
    for card in taken:
        rest.remove(card)
    return tuple(rest)


def is_group(cards, total, joker):
    """Each group summing to v. Joker lying in the display: wild 1..12 inside a group or alone ("wild" or "inert")."""
    jokers = cards.count("J")
    number_sum = sum(value(card) for card in cards if card != "J")
    if jokers == 0 or joker == "inert":
        return jokers == 0 and number_sum == total
    return number_sum + jokers <= total <= number_sum + 12 * jokers


# The cards are always ordered tuples, so that equal multisets are equal keys of the caches.
@lru_cache(maxsize=50_000)
def groups(cards, total, joker, begun=()):
    """Every group of the begun cards and any of the others that sums to the total."""
    found = {begun} if begun and is_group(begun, total, joker) else set()
    for place, card in enumerate(cards):
        larger = (*begun, card)
        if sum(1 if one == "J" else value(one) for one in larger) <= total:
            found |= groups(cards[place + 1 :], total, joker, larger)
    return frozenset(found)


@lru_cache(maxsize=50_000)
def unions(cards, total, joker):
    """All that pairwise disjoint groups can take together, from nothing up: the first card stays or is in a group."""
    if not cards:
        return frozenset({()})
    found = set(unions(cards[1:], total, joker))
    for group in groups(cards, total, joker):
        if group[0] == cards[0]:
            found |= {ordered(group + more) for more in unions(without(cards, group), total, joker)}
    return frozenset(found)


def words(*parts, bonus=None):
    """The move text: each part is a word or a row of words."""
    parts += (["bonus", bonus],) if bonus else ()
    return " ".join(word for part in parts for word in ([part] if isinstance(part, str) else part))


def played(card, number):
    return f"J as {number}" if card == "J" else card


def with_bonus(display, choices, card):
    """Rainbow played from the hand to capture or to collect: optionally one more, arbitrary display card.

    All goes to the won pile, so the same cards are the same move: named without a bonus if possible, else with the
    smallest bonus.
    """
    found = {takes: (takes, None) for takes in choices}
    for bonus in ordered(set(display)) if is_rainbow(card) else ():
        for takes in choices:
            if bonus in without(display, takes):
                found.setdefault(ordered((*takes, bonus)), (takes, bonus))
    return found.values()


def captures(facts, card, options):
    """Take any non-empty choice of pairwise disjoint groups of display cards, each group summing to v. Taking less
    than possible is allowed (option `capture`)."""
    display, joker = tuple(facts["display"]), options["display_joker"]
    number_of = {}
    for number in numbers(card):
        for takes in unions(display, number, joker):
            more = options["capture"] == "maximal" and groups(without(display, takes), number, joker)
            if takes and not more:
                number_of.setdefault(takes, number)
    for takes, bonus in with_bonus(display, number_of, card):
        text = words(played(card, number_of[takes]), "takes", takes, bonus=bonus)
        yield text, Action("capture", card, takes, bonus)


def creates(facts, card, options):
    """Played card + exactly one display card with sum s in 5..12 whose chip is available; take chip s; then
    optionally any disjoint display groups each summing to s onto the stack. A joker is never the one display card."""
    display, joker = tuple(facts["display"]), options["display_joker"]
    used = {stack["chip"] for stack in facts["stacks"] if stack}
    ways = {}
    for base in ordered(set(display) - {"J"}):
        for number in numbers(card):
            chip = number + value(base)
            if chip in CHIPS and chip not in used:
                for more in unions(without(display, [base]), chip, joker):
                    ways.setdefault((chip, ordered((base, *more))), (number, base, more))
    for (chip, takes), (number, base, more) in ways.items():
        text = words(played(card, number), "creates", base, ["with", *more] if more else [])
        yield text, Action("create", card, takes, None, chip)


def extends(facts, card, options):
    """Played card with v < chip + one or more display cards with total = chip onto the stack. No further groups
    (option `extend_groups`)."""
    display, joker = tuple(facts["display"]), options["display_joker"]
    chip = facts["stacks"][facts["to_move"]]["chip"]
    number_of = {}
    for number in numbers(card):
        for group in groups(display, chip - number, joker) if number < chip else ():
            rest = without(display, group)
            for more in unions(rest, chip, joker) if options["extend_groups"] else {()}:
                number_of.setdefault(ordered(group + more), number)
    for takes, number in number_of.items():
        yield words(played(card, number), "extends", takes), Action("extend", card, takes, None, chip)


def collects(facts, card, options):
    """Played card v = chip onto the stack; before that optionally disjoint display groups each summing to the chip;
    the whole stack goes to the won pile; the chip returns. With a joker also another player's Quanto."""
    display, joker = tuple(facts["display"]), options["display_joker"]
    for owner, stack in enumerate(facts["stacks"]):
        own = owner == facts["to_move"]
        if stack and (stack["chip"] in numbers(card) if own else card == "J"):
            for takes, bonus in with_bonus(display, unions(display, stack["chip"], joker), card):
                text = words(card, ["collects"] if own else ["steals", f"P{owner}"], takes, bonus=bonus)
                yield text, Action("collect" if own else "steal", card, takes, bonus, stack["chip"], owner)


def uses(facts, card, options):
    """Actions 1 and 2 with one card: capture; Quanto, one stack a player. A joker does not create or extend (option
    `joker_builds`)."""
    found = dict(captures(facts, card, options))
    if card != "J" or options["joker_builds"]:
        build = extends if facts["stacks"][facts["to_move"]] else creates
        found.update(build(facts, card, options))
    found.update(collects(facts, card, options))
    return found


def plays(facts, options):
    """Every action with a card that may be played now. Discard, always allowed (option `discard`, "forced": only if no
    card that may be played now, of the hand or of the three turned up, can do 1 or 2)."""
    cards = ordered(set(facts["turned"] or facts["hands"][facts["to_move"]]))
    found = {}
    for card in cards:
        found.update(uses(facts, card, options))
    if options["discard"] == "always" or not found:
        found.update({f"{card} discards": Action("discard", card) for card in cards})
    if options["rainbow_bonus"] == "any":
        found.update(other_bonuses(facts, found))
    return found


def other_bonuses(facts, found):
    """Not when creating, extending or discarding (option `rainbow_bonus`): here also then."""
    for text, action in list(found.items()):
        if is_rainbow(action.card) and action.kind in ("create", "extend", "discard"):
            for bonus in ordered(set(without(facts["display"], action.takes))):
                yield f"{text} bonus {bonus}", action._replace(bonus=bonus)


def actions(facts, options):
    """Every move of the player to move. "one_of": each turn is A or B or C, one of them."""
    if over(facts):
        return {}
    found = plays(facts, options)
    starts = facts["decision"] == facts["phase"] == "play"
    if options["turn"] == "one_of" and starts and facts["pile"]:
        if display_wants(facts, options) > 0:
            found["fill display"] = Action("draw_display")
        if len(facts["hands"][facts["to_move"]]) < base_size(facts["players"], options):
            found["fill hand"] = Action("draw_hand")
    return found


def points(facts, action):
    """Cards added to the own won pile at once."""
    gained = 1 if action.bonus else 0
    if action.kind in ("capture", "collect", "steal"):
        gained += len(action.takes) + 1
    if action.kind in ("collect", "steal"):
        gained += len(facts["stacks"][action.owner]["cards"])
    return gained + len(givers(facts, action))


def givers(facts, action):
    """1, only when discarded: every other player with a won card gives one. Which one does not matter."""
    if action.kind != "discard" or action.card != "1":
        return []
    return [seat for seat, cards in enumerate(facts["won"]) if cards and seat != facts["to_move"]]


def base_size(players, options):
    """B = 4 for hands and display alike; "by_players": 4 with 2-4 players, 5 with 5-6."""
    by_players = 4 if players <= 4 else 5
    return by_players if options["base_size"] == "by_players" else options["base_size"]


def display_wants(facts, options):
    """Fill the display to B cards; "state": refill target = B + rainbow cards lying there."""
    lying = sum(map(is_rainbow, facts["display"])) if options["rainbow_display"] == "state" else 0
    return base_size(facts["players"], options) + lying - len(facts["display"])


def fill_display(facts, options):
    """Rainbow cards turned up while filling bring one more card each. As far as the pile lasts."""
    wanted = display_wants(facts, options)
    while wanted > 0 and facts["pile"]:
        card = facts["pile"].pop(0)
        facts["display"].append(card)
        wanted -= 0 if is_rainbow(card) else 1


def fill_hand(facts, options):
    """Fill the own hand to B cards, as far as the pile lasts."""
    hand = facts["hands"][facts["to_move"]]
    while len(hand) < base_size(facts["players"], options) and facts["pile"]:
        hand.append(facts["pile"].pop(0))


def tidy(facts):
    """Cards lie sorted, so that equal positions are equal facts."""
    for place in ("display", "turned", "gone"):
        facts[place] = list(ordered(facts[place]))
    facts["hands"] = [list(ordered(hand)) for hand in facts["hands"]]
    for stack in filter(None, facts["stacks"]):
        stack["cards"] = list(ordered(stack["cards"]))
    return facts


def deal(players, options, deck, shuffle=None):
    """B hidden cards each; B cards face up as the display; each rainbow card turned up brings one more card (again for
    those). First player: seat 0. Nothing in Quanto is shuffled after that, so `shuffle` is not called."""
    size = base_size(players, options)
    hands = [list(deck[size * seat : size * (seat + 1)]) for seat in range(players)]
    facts = {"game": "quanto", "players": players, "to_move": 0, "decision": "play", "display": [], "hands": hands}
    facts |= {"pile": list(deck[size * players :]), "turned": [], "won": [0] * players, "stacks": [None] * players}
    facts |= {"gone": [], "last_taker": None, "phase": "play"}
    fill_display(facts, options)
    return tidy(facts)


def legal(facts, options):
    return {text: points(facts, action) for text, action in actions(facts, options).items()}


def play(facts, move, options, shuffle=None):
    """The facts at the next decision. A turn is A, then B, then C, the last two automatic."""
    action = actions(facts, options).get(move)
    if action is None:
        raise ValueError(f"illegal move {move!r}; legal: {', '.join(actions(facts, options)) or 'none'}")
    facts, chained = deepcopy(facts), False
    if action.kind == "draw_display":
        fill_display(facts, options)
    elif action.kind == "draw_hand":
        fill_hand(facts, options)
    else:
        # First of all, since the stack and the givers are counted as they were.
        facts["won"][facts["to_move"]] += points(facts, action)
        use_card(facts, action.card)
        take_display(facts, action, options)
        lay_cards(facts, action)
        chained = action.kind == "discard" and chain(facts, action.card, options)
    if not chained:
        end_turn(facts, options)
    return tidy(facts)


def use_card(facts, card):
    """Play a hand card; after a 3 choose one of the turned cards as if from the hand; the others leave the game."""
    if facts["decision"] == "three":
        facts["gone"] += without(facts["turned"], [card])
        facts["turned"] = []
    else:
        facts["hands"][facts["to_move"]].remove(card)
    facts["decision"] = facts["phase"] = "play"


def take_display(facts, action, options):
    """The player whose play last removed a display card (option `last_taker`)."""
    taken = action.takes + ((action.bonus,) if action.bonus else ())
    facts["display"] = list(without(facts["display"], taken))
    if taken and (action.kind == "capture" or options["last_taker"] == "any_take"):
        facts["last_taker"] = facts["to_move"]


def lay_cards(facts, action):
    """The played card and the cards taken: to the display, onto the own stack or to the won pile."""
    seat, stacks, cards = facts["to_move"], facts["stacks"], [action.card, *action.takes]
    if action.kind == "discard":
        facts["display"] += cards
        for giver in givers(facts, action):
            facts["won"][giver] -= 1
    elif action.kind == "create":
        stacks[seat] = {"chip": action.chip, "cards": cards}
    elif action.kind == "extend":
        stacks[seat]["cards"] += cards
    else:
        facts["gone"] += cards
    if action.kind in ("collect", "steal"):
        facts["gone"] += stacks[action.owner]["cards"]
        stacks[action.owner] = None
    if action.bonus:
        facts["gone"].append(action.bonus)


def chain(facts, card, options):
    """2: play another hand card at once with any action; without a hand card it lapses. 3: turn up three cards of the
    pile (as many as are left; none: no effect). True if the same player has to act again."""
    if card == "2" and facts["hands"][facts["to_move"]]:
        facts["phase"] = "chain" if options["turn"] == "one_of" else "play"
        return True
    if card == "3" and facts["pile"]:
        facts["turned"], facts["decision"] = facts["pile"][:3], "three"
        del facts["pile"][:3]
        return True
    return False


def end_turn(facts, options):
    """B and C, then the next player; a player without cards is skipped, unless "one_of" lets that player draw."""
    if options["turn"] == "sequence":
        fill_display(facts, options)
        fill_hand(facts, options)
    for step in range(1, facts["players"] + 1):
        seat = (facts["to_move"] + step) % facts["players"]
        if facts["hands"][seat] or (options["turn"] == "one_of" and facts["pile"]):
            facts["to_move"] = seat
            return
    end_game(facts)


def end_game(facts):
    """The display goes to the player whose play last removed a display card; nobody ever took: unowned. Quanto stacks
    still on the table are worth nothing and leave the game."""
    if facts["last_taker"] is not None:
        facts["won"][facts["last_taker"]] += len(facts["display"])
        facts["gone"] += facts["display"]
        facts["display"] = []
    facts["gone"] += [card for stack in facts["stacks"] if stack for card in stack["cards"]]
    facts["stacks"] = [None] * facts["players"]
    facts["to_move"] = None


def over(facts):
    return facts["to_move"] is None


def scores(facts):
    """Most won cards wins; a tie is a shared win."""
    return list(facts["won"])
