"""Qwinto's rule options; the order of the fields is the order in which the engine gets their codes."""

from dataclasses import dataclass

from kiebitz.notation.options import RuleOptions, number, one_of, switch


@dataclass(frozen=True)
class Options(RuleOptions):
    """The points that the rule sheets leave open, the default first."""

    max_players: int = number(4, least=1, most=8)
    active_may_decline: bool = switch(True)
    empty_pile: str = one_of("reshuffle", "no_refill", "end")
    start_player: int = number(0, least=0, most=7)


def player_limits(options: Options) -> tuple[int, int]:
    """The least and the greatest number of players."""
    return 1, options.max_players
