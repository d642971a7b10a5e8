"""Qwinto's rule options. The engine gets their codes in the order of the fields."""

from dataclasses import dataclass

from kiebitz.notation.options import RuleOptions, number, one_of, switch


@dataclass(frozen=True)
class Options(RuleOptions):
    """Rules on which the rule sheets leave a choice. The first value of an option is its default."""

    max_players: int = number(4, least=1, most=8)
    active_may_decline: bool = switch(True)
    empty_pile: str = one_of("reshuffle", "no_refill", "end")
    start_player: int = number(0, least=0, most=7)


def player_limits(options: Options) -> tuple[int, int]:
    """The least and the greatest number of players."""
    return 1, options.max_players
