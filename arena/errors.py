"""The error of an arena that cannot be played."""

from kiebitz.errors import KiebitzError


class ArenaError(KiebitzError):
    """An arena that cannot be played as asked. The text says what would be right."""
