"""The games that have records."""

from kiebitz.errors import NotationError
from kiebitz.records.traits import Traits

RECORDED = ("kwatro", "quanto", "qwinto")


def traits_of(game: str) -> Traits:
    """The traits of a game. Raises NotationError if it has none: records of other games are not supported."""
    # Each game is imported when it is needed.
    if game == "kwatro":
        from kiebitz.records.kwatro import TRAITS
    elif game == "quanto":
        from kiebitz.records.quanto import TRAITS
    elif game == "qwinto":
        from kiebitz.records.qwinto import TRAITS
    else:
        raise NotationError(f"{game} has no records; right would be one of {', '.join(RECORDED)}")
    return TRAITS
