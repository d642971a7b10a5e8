"""The plan of an arena: everything that decides its results, and nothing else."""

import dataclasses
import math
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import kiebitz
from kiebitz import weights
from kiebitz.arena.deals import deal_seed
from kiebitz.arena.errors import ArenaError
from kiebitz.arena.lineups import lineups, seatings
from kiebitz.arena.programs import Programs, examined
from kiebitz.errors import KiebitzError
from kiebitz.notation.registry import notation_of

MOST_REPLAYS = 1000  # a game then takes about 20 s, and more replays gain nothing
MOVE_LIMIT = 60.0  # seconds; long enough that only a solver that hangs exceeds it


@dataclass(frozen=True)
class Plan:
    """The configuration of an arena. Equal plans give equal results.

    game: name of the game.
    solvers: solvers as texts for `make_solver`, at least two, at least one if players is 1. The same text may stand
        twice.
    players: number of players at the table. With 1 every solver plays alone.
    rules: rule options that differ from their defaults, by name.
    seed: seed of all deals and of the players' random numbers.
    nodes: limit of nodes for each decision of a solver that searches; None for no limit.
    seconds: limit of seconds for each decision of a solver that searches; None for no limit.
    worlds: limit of sampled worlds for each decision of a solver that searches; None for no limit.
    move_limit: a decision that takes more seconds loses the game; more than 0.
    luck: number of replays of every turn that measure its luck, 0..1000. With 0 luck is not measured.
    aim: aim of all solvers that search, "win" or "margin".

    Raises ArenaError if there are too few solvers or a value is out of range.
    """

    game: str
    solvers: tuple[str, ...]
    players: int = 2
    rules: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    nodes: int | None = None
    seconds: float | None = None
    worlds: int | None = None
    move_limit: float = MOVE_LIMIT
    luck: int = 0
    aim: str = "win"

    def __post_init__(self) -> None:
        if len(self.solvers) < min(self.players, 2):
            raise ArenaError(
                f"an arena needs two solvers or more, as in greedy,random; here: {', '.join(self.solvers)}"
            )
        if not (self.move_limit > 0 and math.isfinite(self.move_limit)):
            raise ArenaError(f"move limit: {self.move_limit} is no time; right would be a positive number of seconds")
        if not 0 <= self.luck <= MOST_REPLAYS:
            raise ArenaError(f"luck: {self.luck} replays are out of range; right would be 0..{MOST_REPLAYS}, 8 is good")
        if self.luck and any(map(sees_everything, self.solvers)):
            raise ArenaError("luck cannot be measured for an oracle, which sees the cards to come")

    def check(self) -> None:
        """Raises KiebitzError if the game or a solver cannot be made."""
        self.make_game()
        self.programs  # noqa: B018

    @cached_property
    def programs(self) -> Programs:
        """Parameters and code of the solvers. Raises ArenaError if one cannot be made.

        They travel with the plan to its workers, which refuse to play with other code.
        """
        return examined(self)

    @property
    def known_programs(self) -> Programs | None:
        """The programs, if somebody has asked for them."""
        return self.__dict__.get("programs")

    def make_game(self) -> kiebitz.Game:
        """The game with the plan's rules. Raises KiebitzError if there is no such game or a rule is wrong."""
        try:
            return kiebitz.game(self.game, self.players, self.rules)
        except KiebitzError:
            raise
        except ValueError as error:
            raise ArenaError(str(error)) from None

    @cached_property
    def lineups(self) -> list[tuple[int, ...]]:
        """Every lineup, as a tuple of entry numbers."""
        return lineups(len(self.solvers), self.players)

    @cached_property
    def labels(self) -> list[str]:
        """A name for every entry: the solver's text, with a number if the text stands more than once."""
        seen: Counter[str] = Counter()
        names: list[str] = []
        for text in self.solvers:
            seen[text] += 1
            names.append(text if seen[text] == 1 else f"{text}#{seen[text]}")
        return names

    @property
    def games_a_unit(self) -> int:
        """The number of games of a unit: one for each seating."""
        return self.players

    def units_for(self, games: int) -> int:
        """The number of units that have at least that many games and contain every lineup equally often."""
        units = -(-games // self.games_a_unit)
        return -(-units // len(self.lineups)) * len(self.lineups)

    def lineup_of(self, unit: int) -> tuple[int, ...]:
        """The lineup of a unit."""
        return self.lineups[unit % len(self.lineups)]

    def seatings_of(self, unit: int) -> list[tuple[int, ...]]:
        """The entries by seat of each game of a unit."""
        return seatings(self.lineup_of(unit), unit // len(self.lineups))

    def deal_of(self, unit: int) -> int:
        """The seed of a unit's deal."""
        return deal_seed(self.seed, unit // self.units_a_deal)

    @property
    def units_a_deal(self) -> int:
        """The number of units with the same deal. Solvers that play alone share it; else every unit has its own."""
        return len(self.lineups) if self.players == 1 else 1

    def to_json(self) -> dict[str, Any]:
        """The plan as plain values, with every solver's parameters, the version and a digest of the learned values."""
        found = dataclasses.asdict(self)
        found["solvers"] = list(self.solvers)
        found["parameters"] = self.programs.parameters
        found["code"] = self.programs.code
        found["rules_version"] = notation_of(self.game).Options(**self.rules).version
        found["version"] = kiebitz.__version__
        found["learned"] = weights.digest(self.game)
        return found

    @classmethod
    def from_json(cls, saved: dict[str, Any]) -> "Plan":
        """The plan that `to_json` has written."""
        values = {f.name: saved[f.name] for f in dataclasses.fields(cls) if f.name in saved}
        return cls(**{**values, "solvers": tuple(values["solvers"])})


def sees_everything(specification: str) -> bool:
    """Whether a solver gets the whole position. All other solvers get a view."""
    return specification.startswith("oracle")
