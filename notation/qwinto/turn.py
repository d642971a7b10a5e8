"""The present turn: the order of its decisions, the decisions that are possible, and the end of the game."""

from collections.abc import Iterator, Sequence

from kiebitz.errors import Fault
from kiebitz.notation.document import shortened
from kiebitz.notation.hands import Facts, Where
from kiebitz.notation.qwinto.cards import HAND
from kiebitz.notation.qwinto.options import Options
from kiebitz.notation.qwinto.sheet import FIELDS, legal_fields, reason_to_end

DECLINE = "decline"


def deciders(players: int, active: int) -> list[int]:
    """The seats in the order in which they decide what to write: the active player first, then clockwise."""
    return [(active + step) % players for step in range(players)]


def decided_before(players: int, active: int, to_move: int) -> list[int]:
    """The seats that decide before the player to move."""
    order = deciders(players, active)
    return order[: order.index(to_move)]


def end_of(facts: Facts, options: Options, names: Sequence[str]) -> str | None:
    """Why the game is over; None while it goes on."""
    for name, sheet in zip(names, facts["sheets"], strict=True):
        if reason := reason_to_end(sheet):
            return f"{name} has {reason}"
    if facts["decision"] == "write" or facts["pile"]:
        return None
    if options.empty_pile == "end" and facts["hand_sizes"][facts["active"]] < HAND:
        return f"the pile is empty and {names[facts['active']]} cannot refill"
    if options.empty_pile == "no_refill" and not any(facts["hand_sizes"]):
        return "nobody has a card left"
    return None


def write_faults(facts: Facts, options: Options, names: Sequence[str], where: Where) -> Iterator[Fault]:
    """Decisions of this turn that are missing, impossible or too early, or that the viewer cannot know."""
    if facts["decision"] != "write" or facts["to_move"] is None:
        return
    viewer, to_move = facts["viewer"], facts["to_move"]
    before = decided_before(len(names), facts["active"], to_move)
    for seat, decision in enumerate(facts["writes"]):
        place, name = where("writes", names[seat]), names[seat]
        if decision is None:
            if seat in before and viewer in (None, seat):
                yield Fault(place, f"is missing; {name} decides before {names[to_move]}")
        elif seat not in before:
            yield Fault(place, f"is {shortened(decision)}, but {name} has not decided when {names[to_move]} is to move")
        elif viewer not in (None, seat):
            yield Fault(place, f"is {shortened(decision)}; {names[viewer]} does not see what others write in this turn")
        else:
            yield from decision_faults(facts, options, seat, place)


def decision_faults(facts: Facts, options: Options, seat: int, place: str) -> Iterator[Fault]:
    """A decision that the announcement or the sheet does not allow."""
    decision, announced = facts["writes"][seat], facts["announced"]
    legal = legal_fields(facts["sheets"][seat], announced["sum"], announced["colours"])
    if decision == DECLINE:
        if legal and seat == facts["active"] and not options.active_may_decline:
            yield Fault(place, f"is decline; with active_may_decline = false right would be one of {' '.join(legal)}")
    elif decision not in FIELDS:
        yield Fault(place, f"{shortened(decision)} is no field; right would be one of {' '.join(FIELDS)}, or decline")
    elif decision not in legal:
        right = f"one of {' '.join(legal)}, or decline" if legal else "decline"
        yield Fault(place, f"{announced['sum']} may not be written in {decision}; right would be {right}")
