"""How many units an arena saves when luck is removed from its results."""

import random
import time
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from typer import Argument, BadParameter, Option

import kiebitz
from kiebitz.arena.statistics.control_variates import adjusted, ratio_interval
from kiebitz.arena.statistics.luck import LookAhead, Replay, foresight, luck
from kiebitz.arena.statistics.units import interval
from kiebitz.benchmarks.command_line import LARGEST_SEED, Worlds, game_name, policy_name, solver_text
from kiebitz.search import POLICIES
from kiebitz.solvers import Budget, make_solver
from kiebitz.solvers.solver import Chooser

Floats = NDArray[np.float64]


def whole_numbers(text: str) -> tuple[int, ...]:
    """The whole numbers of a text with commas, each 0 or more. Raises BadParameter if the text has another form."""
    if not all(word.isdecimal() for word in text.split(",")):
        raise BadParameter(f"{text!r} is no list of whole numbers such as 1,2,4")
    return tuple(map(int, text.split(",")))


GameOption = Annotated[str, Option("--game", parser=game_name, metavar="GAME")]
Units = Annotated[int, Option(min=2, metavar="N", help="Number of units. A unit is a deal in both seatings.")]
First = Annotated[int, Option(min=0, max=LARGEST_SEED, metavar="N", help="Number of the first deal.")]
Plies = Annotated[
    Any,
    Option(
        parser=whole_numbers,
        metavar="N,N,...",
        help="Lengths of the look-ahead in changes of player. Default: the arena's length.",
    ),
]
Policy = Annotated[str | None, Option(parser=policy_name, metavar="NAME", help="The policy of all look-ahead seats.")]
Points = Annotated[bool, Option("--points", help="Value positions by the present points, not by the learned value.")]
Samples = Annotated[int, Option(min=1, metavar="N", help="Number of replays of each turn.")]
Refills = Annotated[int, Option(min=1, metavar="N", help="Number of shuffles to value the position after a turn.")]


@dataclass(frozen=True)
class Setting:
    """How units are played and how their luck is measured. The fields are the options of the program."""

    plies: tuple[int, ...] | None
    policy: str | None
    points: bool
    samples: int
    refills: int
    worlds: int | None

    def value(self, seated: tuple[str, str]) -> LookAhead:
        """The value function for two solvers.

        seated: their texts by seat.
        """
        fitting = foresight(seated, self.plies)
        policies = fitting.policies if self.policy is None else (self.policy,) * len(seated)
        return LookAhead(fitting.plies, policies, not self.points, wins=True)


def luck_ratio(
    first_solver: Annotated[str, Argument(metavar="A", parser=solver_text, show_default=False)],
    second_solver: Annotated[str, Argument(metavar="B", parser=solver_text, show_default=False)],
    game: GameOption = "kwatro",
    units: Units = 100,
    first: First = 0,
    plies: Plies = None,
    policy: Policy = None,
    points: Points = False,
    samples: Samples = 8,
    refills: Refills = 1,
    worlds: Worlds = None,
) -> None:
    """How many times fewer units give the same interval when luck is removed?

    Each row uses one value function, whose weight is learnt on other units. The last row uses all value functions
    together. Intervals are 95 % intervals by a jackknife over groups of units. The lines below the table say how much
    the play in both seatings saves.
    """
    solvers = (first_solver, second_solver)
    setting = Setting(plies, policy, points, samples, refills, worlds)
    this_game = kiebitz.game(game, 2)
    played = [play_unit(this_game, number, solvers, setting) for number in range(first, first + units)]
    games, taken, seconds = (np.array(column) for column in zip(*played, strict=True))
    looks = setting.value(solvers).plies or ()
    for i, name in enumerate(("margin", "win share")):
        report(name, games.mean(1)[:, i], taken[:, i * len(looks) :][:, : len(looks)], looks)
    for i, name in enumerate(("margin", "win share")):
        line = "{}: the two games of a deal correlate by {:.2f}, a unit varies {:.2f} times as much as two lone games"
        print(line.format(name, *pairing(games[:, :, i])))
    print("a game took {:.0f} ms to play and {:.0f} ms to adjust".format(*(1000 * seconds.mean(0))))


def play_unit(
    game: kiebitz.Game, number: int, texts: tuple[str, str], setting: Setting
) -> tuple[list[tuple[int, float]], Floats, Floats]:
    """Plays both seatings of a deal.

    number: number of the deal.
    texts: the two solvers.

    Returns three results of the first solver:

    - its margin and share of the win in each game, shape (2, 2)
    - its luck, shape (values,): first the margins, then as many shares of the win
    - the seconds to play and the seconds to adjust, shape (2,)

    Luck and seconds are means over the two games.
    """
    results, taken, seconds = [], [], []
    for seat in (0, 1):
        seated = (texts[1], texts[0]) if seat else texts
        solvers = [make_solver(text) for text in seated]
        stream = random.Random(f"{number} {seat}")
        start = game.deal(number)
        position, began = start.copy(), time.perf_counter()
        moves = []
        while not position.over:
            mover, seed = position.to_move, stream.getrandbits(63)
            assert mover is not None
            moves.append(choose(seated[mover], solvers[mover], position.view(), seed, setting.worlds))
            position.play(moves[-1])
        played = time.perf_counter()
        by_chance = {p: solvers[p] for p in (0, 1) if seated[p] == "random"}
        how = Replay(setting.value(seated), setting.samples, setting.refills, 2 * number + seat, by_chance)
        taken.append(luck(start, moves, how)[seat])
        seconds.append((played - began, time.perf_counter() - played))
        results.append((position.margin(seat), position.win_share(seat)))
    return results, np.mean(taken, 0), np.mean(seconds, 0)


def choose(text: str, player: Any, view: kiebitz.View, seed: int, worlds: int | None) -> kiebitz.Move:
    """A solver's move: its quick choice, or a search if worlds are given and the solver is more than a policy."""
    if isinstance(player, Chooser) and (worlds is None or text in POLICIES):
        move = player.choose(view, seed)
    else:
        move = player.advise(view, Budget(worlds=worlds, seed=seed)).best.move
    return move


def report(name: str, results: Floats, controls: Floats, plies: tuple[int, ...]) -> None:
    """Prints a row for each value function alone, and a row for all together.

    name: the kind of result.
    results: results of the units, shape (units, 2).
    controls: luck of the units, shape (units, values).
    plies: length of the look-ahead of each value.
    """
    print("{:28s}{:8.3f}  {:8.3f} .. {:.3f}".format(f"{name}, raw", *interval(results)))
    rows = [(f"{count} plies", controls[:, [i]]) for i, count in enumerate(plies)]
    rows += [("all", controls)] if len(plies) > 1 else []
    for label, control in rows:
        found = adjusted(results, control)
        low, high = ratio_interval(results, control)
        print("{:28s}{:8.3f}  {:8.3f} .. {:.3f}".format(f"{name}, {label}", *interval(found.values)), end="  ")
        print(f"ratio {found.ratio:.2f} ({low:.2f} to {high:.2f}), weights {np.round(found.weights, 2)}")


def pairing(games: Floats) -> tuple[float, float]:
    """How the two seatings of a deal depend on each other.

    games: results of one kind, shape (units, 2).

    Returns the correlation of the two games, and a ratio: the variance of the units' means divided by the variance of
    means of two independent games in random seats. Both are NaN for results that do not vary.
    """
    with np.errstate(invalid="ignore"):
        correlations: Floats = np.asarray(np.corrcoef(games.T))
        return correlations[0, 1], games.mean(1).var() / (games.var() / 2)
