"""Kwatro's rule options. The engine gets their codes in the order of the fields."""

from dataclasses import dataclass

from kiebitz.notation.options import RuleOptions, number, one_of, switch


@dataclass(frozen=True)
class Options(RuleOptions):
    """Rules on which the rule sheets leave a choice. The first value of an option is its default."""

    contiguity: str = one_of("one_run", "same_row")
    wild_identity: str = one_of("any", "distinct_in_line", "unplayed")
    recycle: str = one_of("before_action", "consumes_turn", "off")
    traded_cards: str = one_of("bottom_in_order", "shuffle_in")
    doubling: str = one_of("product", "additive", "lot_only")
    final_round: bool = switch(False)
    stalemate_rounds: int = number(3, least=1, most=9)
    wild_starter: str = one_of("redraw", "allow")


def player_limits(options: Options) -> tuple[int, int]:
    """The least and the greatest number of players."""
    return 2, 4
