# The rules of a game for a number of players.

from kiebitz.codec cimport Codec
from kiebitz.engine.game cimport Rules


cdef class Ruleset:
    cdef Rules rules
    cdef Codec codec
    cdef readonly str name
    cdef readonly int players
    cdef readonly object options        # frozen dataclass
    cdef readonly object notation       # kiebitz.language.Language
    cdef readonly bint learned          # whether `learn` has given a value of what is left
    cdef float* value                   # weights, then deviations
