"""Entries: what a record holds of a game, one thing that happened at the table after the other."""

from dataclasses import dataclass
from typing import Literal

Cards = tuple[str, ...]
Kind = Literal["move", "draw", "show", "hand", "turn up", "missed", "table", "scores", "remark"]


@dataclass(frozen=True)
class Entry:
    """One thing that happened at the table.

    kind: what it is.
        move      a decision: `seat` makes `move`
        draw      `seat` has drawn `cards`; other cards that were drawn at the same time stay unknown
        show      `seat` shows `cards` of the hand to everybody
        hand      the hand of `seat` is `cards`
        turn up   `cards` were turned up from the pile for everybody, after the move before this entry
        missed    `seat` did something that was not seen
        table     the table is now the position of `line`
        scores    the players have counted `scores`
        remark    `text`, without effect
    seat: the player, by seat; None if the entry is about no single player.
    move: the text of a move. `?` stands for an unknown card.
    hand: the hand of the player before a move; None if it was not noted.
    cards: the cards of a draw, a show, a hand or of cards turned up.
    drew: cards that were drawn to a hand after a move; None if they were not noted.
    turned_up: cards that were turned up for everybody after a move, in order; None if they were not noted.
    scores: the score of each player, by seat.
    stand: whether the scores count from here on, although the record counts differently.
    line: a position in the one-line form.
    text: a remark.
    irregular: why this was against the rules although it stood; None if it was not.
    unfit: whether the entry is kept although it may not fit the entries before it.
    """

    kind: Kind
    seat: int | None = None
    move: str = ""
    hand: Cards | None = None
    cards: Cards = ()
    drew: Cards | None = None
    turned_up: Cards | None = None
    scores: tuple[int, ...] = ()
    stand: bool = True
    line: str = ""
    text: str = ""
    irregular: str | None = None
    unfit: bool = False
