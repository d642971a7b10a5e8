"""Faults of the cards on Kwatro's table: invalid lines, wilds that fit no line, cards that touch no other card."""

from collections.abc import Iterator
from itertools import product

from kiebitz.notation.document import shortened
from kiebitz.notation.kwatro.cards import HAND, KNOWN, LOT, REAL, RIGHT, WILD, clashing
from kiebitz.notation.kwatro.table import (
    EDGE,
    Cell,
    Run,
    Table,
    cell_text,
    groups,
    lines_through,
    run_text,
)

Finding = tuple[str, str]  # where on the table, and what


def table_findings(table: Table, wild_identity: str, wild_starter: str) -> Iterator[Finding]:
    """Every fault of the table, with row and column.

    wild_identity, wild_starter: values of the rule options of these names.
    """
    if not table:
        yield "", "the table is empty; right would be at least the starter, e.g. RT2"
        return
    yield from text_findings(table)
    if len(table) > len(REAL) + 2:
        yield "", f"{len(table)} cards lie on the table; there are {len(REAL) + 2}"
        return
    lines = lines_through(table, table)
    faulty = {run: what for run in lines if (what := line_fault(table, run))}
    for run, what in faulty.items():
        yield run_text(run), what
    yield from wild_findings(table, [run for run in lines if run not in faulty], wild_identity)
    for group in groups(table)[1:]:
        cells = ", ".join(f"{table[cell]} at {cell_text(cell)}" for cell in group[:HAND])
        more = f" and {len(group) - HAND} more" if len(group) > HAND else ""
        yield cell_text(group[0]), f"not connected to the rest: {cells}{more}"
    if wild_starter == "redraw" and set(table.values()) == {WILD}:
        yield cell_text(min(table)), "only wilds lie on the table, but the starter is never a wild"


def text_findings(table: Table) -> Iterator[Finding]:
    """Texts that are no cards, and cards beyond the last row or column."""
    for cell, card in table.items():
        if card not in KNOWN:
            yield cell_text(cell), f"{shortened(card)} is no card; {RIGHT}, or . for an empty cell"
        if max(abs(cell[0]), abs(cell[1])) > EDGE:
            yield cell_text(cell), f"too far out; rows and columns go from -{EDGE} to {EDGE}, see origin"


def line_fault(table: Table, run: Run) -> str | None:
    """The fault of a line; None if its real cards can be part of a line. Wilds are ignored."""
    cards = [table[cell] for cell in run]
    if any(card not in KNOWN for card in cards):
        return None
    listed = " ".join(cards)
    if len(run) > LOT:
        return f"{shortened(listed)} is a run of {len(run)} cards; a line has at most {LOT}"
    real = [card for card in cards if card != WILD]
    wrong = clashing(real)
    if not wrong:
        return None
    plural = "are neither" if len(wrong) > 1 else "is neither"
    return f"{listed} is no line: {' and '.join(wrong)} {plural} all equal nor all different"


def wild_findings(table: Table, lines: list[Run], wild_identity: str) -> Iterator[Finding]:
    """Wilds that stand for no card: one whose lines no card can complete, or two that no pair of cards can replace."""
    wilds = sorted(cell for cell, card in table.items() if card == WILD)
    known = [run for run in lines if all(table[cell] in KNOWN for cell in run)]
    choices = {wild: identities(table, known, wild, wild_identity) for wild in wilds}
    for wild in wilds:
        if not choices[wild]:
            own = " and ".join(f"{run_text(run)} ({listed(table, run)})" for run in known if wild in run)
            yield cell_text(wild), f"the wild stands for no card that fits {own}{own_cards_rule(wild_identity)}"
    if len(wilds) == 2 and all(choices.values()):
        shared = [run for run in known if set(wilds) <= set(run)]
        if shared and not any(both_fit(table, shared[0], pair) for pair in product(*choices.values())):
            places = " and ".join(cell_text(wild) for wild in wilds)
            yield (
                run_text(shared[0]),
                f"the wilds at {places} fit one by one, but not both together{own_cards_rule(wild_identity)}",
            )


def identities(table: Table, lines: list[Run], wild: Cell, wild_identity: str) -> list[str]:
    """The cards that a wild can stand for. Another wild in its lines is ignored."""
    others = [[table[cell] for cell in run if table[cell] != WILD] for run in lines if wild in run]
    taken = {card for cards in others for card in cards} if wild_identity == "distinct_in_line" else set()
    return [card for card in REAL if card not in taken and not any(clashing([*cards, card]) for cards in others)]


def both_fit(table: Table, run: Run, pair: tuple[str, ...]) -> bool:
    """Whether two cards for the wilds of a run make it a line."""
    return not clashing([table[cell] for cell in run if table[cell] != WILD] + list(pair))


def own_cards_rule(wild_identity: str) -> str:
    """The rule distinct_in_line in words, for the end of a message; empty if another rule holds."""
    return " (and is none of their own cards)" if wild_identity == "distinct_in_line" else ""


def listed(table: Table, run: Run) -> str:
    """The cards of a run."""
    return " ".join(table[cell] for cell in run)
