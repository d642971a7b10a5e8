"""Quanto's rule options. The engine gets their codes in the order of the fields."""

import dataclasses
from dataclasses import dataclass
from typing import Any

from kiebitz.notation.encoding import decode_integer
from kiebitz.notation.options import RuleOptions, one_of, switch
from kiebitz.notation.schema import Leaf

BY_PLAYERS = "by_players"
SIZES = (3, 4, 5, 6)


def size() -> Any:
    """The option `base_size`: a number of cards, or `by_players`, whose code for the engine is 0."""
    values = (BY_PLAYERS, *SIZES)
    kind = Leaf(
        f'a number of cards from {SIZES[0]} to {SIZES[-1]}, or "{BY_PLAYERS}"',
        lambda value: value in values and not isinstance(value, bool | float),
        str,
        lambda text: text if text == BY_PLAYERS else decode_integer(text),
    )
    return dataclasses.field(default=4, metadata={"kind": kind, "values": values})


@dataclass(frozen=True)
class Options(RuleOptions):
    """Rules on which the rule sheets leave a choice. The first value of an option is its default."""

    base_size: int | str = size()
    turn: str = one_of("sequence", "one_of")
    capture: str = one_of("free", "maximal")
    extend_groups: bool = switch(False)
    discard: str = one_of("always", "forced", versions={"forced": 2})
    rainbow_display: str = one_of("event", "state")
    rainbow_bonus: str = one_of("capture_collect", "any")
    joker_builds: bool = switch(False)
    display_joker: str = one_of("wild", "inert")
    last_taker: str = one_of("any_take", "capture_only")

    def cards(self, players: int) -> int:
        """The number of cards in a full hand and in a full display."""
        if isinstance(self.base_size, int):
            return self.base_size
        return 4 if players <= 4 else 5


def player_limits(options: Options) -> tuple[int, int]:
    """The least and the greatest number of players."""
    return 2, 6
