"""The rules of a game for a number of players: its table of functions in the engine, and its learned value."""

from libc.stdlib cimport free
from libc.string cimport memcpy

from kiebitz.codec cimport Codec
from kiebitz.engine.game cimport MAX_PLAYERS
from kiebitz.engine.memory cimport allocate


cdef class Ruleset:
    """The rules of a game: its options, a number of players, and its functions in the engine. The base of `Game`.

    Two rulesets are equal if their names, players and options are.

    name: one of `kiebitz.GAMES`.
    players: number of players.
    options: the rule options, a frozen dataclass.
    notation: the text forms of the game, a `kiebitz.language.Language`.
    learned: whether the game has a learned value.
    """

    def __cinit__(self, str name not None, int players, options, Codec codec not None, notation):
        if not 1 <= players <= MAX_PLAYERS:
            raise ValueError(f"a game of {players} players is not possible; right would be 1 to {MAX_PLAYERS}")
        self.name = name
        self.players = players
        self.options = options
        self.notation = notation
        self.codec = codec
        codec.rules(&self.rules, options.codes())

    def __dealloc__(self):
        free(self.value)

    @property
    def phases(self):
        """Number of phases with weights of their own in the learned value; 0 if the game has no learned value."""
        return self.rules.value.phases

    @property
    def stages(self):
        """The former name of `phases`."""
        return self.phases

    def learn(self, const float[:, ::1] weights, const float[::1] deviations):
        """Sets the numbers of the learned value, once: searches on other threads may be using them.

        weights: array of shape (phases, features), points a unit of each feature.
        deviations: array of shape (phases,), standard deviations of the final margin around the expected one, in points.
        ValueError if a shape is wrong or the game has learned already.
        """
        cdef Py_ssize_t phases = self.rules.value.phases, features = self.rules.value.feature_count, phase
        if weights.shape[0] != phases or weights.shape[1] != features or deviations.shape[0] != phases or not phases:
            raise ValueError(f"weights must have the shape ({phases}, {features}) and deviations ({phases},)")
        if self.learned:
            raise ValueError("this game has learned already")
        self.value = <float*>allocate(phases * (features + 1), sizeof(float))
        for phase in range(phases):
            memcpy(self.value + phase * (features + 1), &weights[phase, 0], features * sizeof(float))
            self.value[phase * (features + 1) + features] = deviations[phase]
        self.rules.value.weights = self.value
        self.learned = True

    def __eq__(self, other):
        return isinstance(other, Ruleset) and self._key() == other._key()

    def __hash__(self):
        return hash(self._key())

    def _key(self):
        return self.name, self.players, self.options

    def __repr__(self):
        changed = self.options.changed()
        rules = f", rules={changed!r}" if changed else ""
        return f"kiebitz.game({self.name!r}, players={self.players}{rules})"
