"""The points of a move in words. They are counted here by the rules page, independently of the engine."""

from collections.abc import Sequence
from dataclasses import dataclass

from kiebitz.notation.hands import Facts
from kiebitz.notation.kwatro.cards import HAND, LOT, face_value
from kiebitz.notation.kwatro.move import Parts, parse_move
from kiebitz.notation.kwatro.options import Options
from kiebitz.notation.kwatro.table import Run, Table, direction_of, lines_through


@dataclass(frozen=True)
class Tally:
    """What a play scores for.

    lines: the run and the cards of each line.
    four_cards: whether the play uses four cards.
    goes_out: whether the play uses the last cards of the hand while the pile is empty.
    """

    lines: list[tuple[Run, list[str]]]
    four_cards: bool
    goes_out: bool

    @property
    def sums(self) -> list[int]:
        """The sum of each line."""
        return [sum(map(face_value, cards)) for _, cards in self.lines]

    @property
    def lots(self) -> int:
        """The number of complete lines."""
        return sum(len(cards) == LOT for _, cards in self.lines)

    @property
    def doublings(self) -> int:
        """The number of doublings."""
        return self.lots + self.four_cards + self.goes_out

    def points(self, doubling: str) -> int:
        """Points under the option `doubling`."""
        base = sum(self.sums)
        if doubling == "lot_only":
            return base + sum(sum(map(face_value, cards)) for _, cards in self.lines if len(cards) == LOT)
        return base * (1 + self.doublings if doubling == "additive" else 2**self.doublings)


def tally(facts: Facts, placed: list[tuple[str, int, int]]) -> Tally:
    """The tally of a legal play."""
    played = {(row, column): card for card, row, column in placed}
    after: Table = {**facts["table"], **played}
    lines = [(run, [after[cell] for cell in run]) for run in lines_through(after, played)]
    hand = len(facts["hands"][facts["to_move"]])
    return Tally(lines, len(placed) == HAND, not facts["pile"] and len(placed) == hand)


def points(facts: Facts, options: Options, move: str) -> int:
    """The immediate points of a legal move's text."""
    parts = parse_move(move)
    return tally(facts, parts[1]).points(options.doubling) if parts[0] == "play" else 0


def reasons(facts: Facts, options: Options, parts: Parts, names: Sequence[str]) -> list[str]:
    """One sentence for each part of the points of a legal move."""
    if parts[0] == "swap":
        return [f"swap: takes the wild at {parts[2]},{parts[3]} for {parts[1]}; no points"]
    if parts[0] == "trade":
        cards = parts[1]
        if not cards:
            return ["passes; no points"]
        where = "into" if options.traded_cards == "shuffle_in" else "under"
        return [f"trades: puts {' '.join(cards)} {where} the pile and draws {len(cards)}; no points"]
    found = tally(facts, parts[1])
    if options.doubling == "lot_only":
        return lot_only_reasons(found)
    return [*line_reasons(found), *doubling_reasons(found, options.doubling), *total_reason(found, options.doubling)]


def addends(cards: list[str]) -> str:
    """The values of the cards as a sum."""
    return "+".join(str(face_value(card)) for card in cards)


def line_reasons(found: Tally) -> list[str]:
    """Each line with its sum."""
    return [f"{direction_of(run)} {' '.join(cards)}: {addends(cards)} = {base}" for (run, cards), base in summed(found)]


def summed(found: Tally) -> list[tuple[tuple[Run, list[str]], int]]:
    """Each line beside its sum."""
    return list(zip(found.lines, found.sums, strict=True))


def doubling_reasons(found: Tally, doubling: str) -> list[str]:
    """Each reason for a doubling, with its factor. With doubling = additive, each adds the sum once more."""
    factor = "+ once the sum" if doubling == "additive" else "x 2"
    reasons = []
    if found.lots == 1:
        reasons.append(f"completes a lot: {factor}")
    elif found.lots:
        many = f"+ {found.lots} times the sum" if doubling == "additive" else " ".join(["x 2"] * found.lots)
        reasons.append(f"completes {found.lots} lots: {many}")
    if found.four_cards:
        reasons.append(f"four cards played: {factor}")
    if found.goes_out:
        reasons.append(f"goes out: {factor}")
    return reasons


def total_reason(found: Tally, doubling: str) -> list[str]:
    """The sum of all lines times all factors; nothing if a single line is not doubled."""
    base = f"({'+'.join(map(str, found.sums))})" if len(found.lines) > 1 else str(sum(found.sums))
    added = f" x {1 + found.doublings}" if found.doublings else ""
    factors = added if doubling == "additive" else " x 2" * found.doublings
    return [f"{base}{factors} = {found.points(doubling)}"] if factors or len(found.lines) > 1 else []


def lot_only_reasons(found: Tally) -> list[str]:
    """Each line with its sum, for doubling = lot_only: the sum of a lot counts twice, and nothing else is doubled."""
    reasons, shares = [], []
    for (run, cards), base in summed(found):
        shares.append(2 * base if len(cards) == LOT else base)
        if len(cards) == LOT:
            reasons.append(
                f"completes a lot: {direction_of(run)} {' '.join(cards)}: ({addends(cards)}) x 2 = {shares[-1]}"
            )
        else:
            reasons.append(f"{direction_of(run)} {' '.join(cards)}: {addends(cards)} = {base}")
    total = [f"{'+'.join(map(str, shares))} = {sum(shares)}"] if len(shares) > 1 else []
    return reasons + total
