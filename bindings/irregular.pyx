"""Moves that were made against the rules and stood."""

from kiebitz.engine.game cimport Move as CMove
from kiebitz.engine.game cimport advance, canonicalize
from kiebitz.positions cimport Position


def play_irregular(Position position not None, str text):
    """Plays a move without a test whether it is legal, and then nature's moves.

    The caller makes sure that the move can be carried out: the cards that it takes lie where it takes them from. Only for
    games whose codec reads moves.

    Raises NotationError if the text is no move.
    """
    cdef CMove move
    fields = position.game.notation.move_fields(text, position.facts(), position.names)
    position.game.codec.read(position.state, fields, position.names, &move)
    advance(&position.game.rules, position.state, move)
    canonicalize(&position.game.rules, position.state)
    position.forget()
