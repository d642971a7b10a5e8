"""Plays units: one deal in all seatings, each game to its end or until a solver forfeits it."""

import math
import struct
from array import array
from numbers import Real
from time import perf_counter
from typing import NamedTuple

from kiebitz.arena.deals import fingerprint, hashed, player_seed
from kiebitz.arena.plan import sees_everything
from kiebitz.arena.record import Forfeit, GameRecord, UnitRecord
from kiebitz.core import Move
from kiebitz.errors import IllegalMoveError
from kiebitz.match import POLICIES, play_match
from kiebitz.solvers import Budget, make_solver
from kiebitz.solvers.baselines import Greedy, Random

DEFAULT_SECONDS = 1.0  # a decision, for solvers that would search without end
LONGEST_REASON = 300


class Sentence(NamedTuple):
    """A game's known end: this seat loses it at its first decision with this number or a later one."""

    seat: int
    decision: int
    reason: str


class Unwatched:
    """Is told who is deciding, so that somebody outside can end what does not end by itself."""

    def deciding(self, unit, number, seat, decision):
        """A solver is asked now."""

    def done(self):
        """The solver has answered."""


class Player:
    """A solver in a seat for one game; made anew for each, so that nothing learnt is carried over between games."""

    def __init__(self, plan, specification):
        self.plan = plan
        self.solver = make_solver(specification)
        self.sees_everything = sees_everything(specification)
        limits = (plan.nodes, plan.seconds, plan.worlds)
        self.common_budget = any(limit is not None for limit in limits)
        self.quick = isinstance(self.solver, Greedy | Random) or (
            not self.common_budget and hasattr(self.solver, "choose")
        )
        self.predicts = predicts(type(self.solver))
        self.observe = getattr(self.solver, "observe", None)

    def decide(self, position, seed):
        """(move, expected share of the win); the second is None from solvers that expect nothing."""
        if self.sees_everything:
            return judged(self.solver.advise_position(position.copy(), self.budget(seed)).best)
        view = position.view()
        if not self.quick:
            return judged(self.solver.advise(view, self.budget(seed)).best)
        if self.predicts:
            return self.solver.choose_and_predict(view, seed)
        return self.solver.choose(view, seed), None

    def budget(self, seed):
        plan = self.plan
        if self.common_budget:
            return Budget(plan.nodes, plan.seconds, plan.worlds, seed=seed, explained=0)
        own = any(getattr(self.solver, name, None) for name in ("nodes", "seconds", "worlds"))
        return Budget(seconds=None if own else DEFAULT_SECONDS, seed=seed, explained=0)


def predicts(kind):
    """Whether a class has `choose_and_predict` for its own `choose`, and not for one that a subclass has replaced."""
    nearest = (name for base in kind.__mro__ for name in ("choose_and_predict", "choose") if name in vars(base))
    return next(nearest, None) == "choose_and_predict"


def judged(best):
    return best.move, getattr(best, "win", None)


def share_or_nan(win):
    """What is kept of an expectation: a solver that names no number in 0..1 has said nothing, which is no offence."""
    known = isinstance(win, Real) and 0 <= win <= 1
    return float(win) if known else math.nan


def play_units(plan, game, units, sentences, heartbeat):
    """The records of the units; `sentences` maps (unit, number) to the known end of that game."""
    policies = quick_policies(plan)
    return [play_unit(plan, game, unit, sentences, heartbeat, policies) for unit in units]


def quick_policies(plan):
    """The names of the engine's own policies, if all entries are such: then games need no Python between moves."""
    return plan.solvers if all(text in POLICIES for text in plan.solvers) else None


def play_unit(plan, game, unit, sentences, heartbeat, policies=None):
    games = []
    for number, seats in enumerate(plan.seatings_of(unit)):
        if policies is not None and (unit, number) not in sentences:
            record = play_in_the_engine(plan, game, unit, number, seats, policies)
        else:
            record = Match(plan, game, unit, number, seats, sentences.get((unit, number)), heartbeat).play()
        games.append(record if not plan.luck else with_luck(plan, game, record))
    return UnitRecord(unit, tuple(games), fingerprint(game.deal(plan.deal_of(unit))))


def play_in_the_engine(plan, game, unit, number, seats, policies):
    named = [policies[entry] for entry in seats]
    seeds = [player_seed(plan.seed, unit, number, seat) if name == "random" else 0 for seat, name in enumerate(named)]
    moves, movers, seconds, scores = play_match(game, plan.deal_of(unit), named, seeds)
    return GameRecord(unit, number, seats, tuple(scores), None, "\n".join(moves), movers, floats(seconds))


def with_luck(plan, game, record):
    """The record with the luck of every seat; nothing was finished in a forfeited game that luck could explain."""
    if record.forfeit is not None:
        return record
    from kiebitz.arena.statistics.luck import Replay, foresight, luck

    named = {seat: make_solver(plan.solvers[entry]) for seat, entry in enumerate(record.seats)}
    by_chance = {seat: solver for seat, solver in named.items() if isinstance(solver, Random)}
    seed = hashed(b"luck", plan.seed, record.unit, record.number)
    value = foresight([plan.solvers[entry] for entry in record.seats])
    how = Replay(value, plan.luck, seed=seed, solvers=by_chance)
    start = game.deal(plan.deal_of(record.unit))
    values = luck(start, record.moves.split("\n"), how)
    return record._replace(luck=tuple((float(points), float(share)) for points, share in values))


class Match:
    """One game between solvers that are asked move by move."""

    def __init__(self, plan, game, unit, number, seats, sentence, heartbeat):
        self.plan = plan
        self.position = game.deal(plan.deal_of(unit))
        self.unit = unit
        self.number = number
        self.seats = seats
        self.sentence = sentence
        self.heartbeat = heartbeat
        self.players = {}
        self.moves = []
        self.movers = bytearray()
        self.times = array("f")
        self.wins = array("f")

    def play(self):
        forfeit = None
        while forfeit is None and not self.position.over:
            forfeit = self.step(self.position.to_move)
        scores = tuple(self.position.scores)
        moves = "\n".join(self.moves)
        said = not all(map(math.isnan, self.wins))
        return GameRecord(
            self.unit,
            self.number,
            self.seats,
            scores,
            forfeit,
            moves,
            bytes(self.movers),
            floats(self.times),
            wins=floats(self.wins) if said else None,
        )

    def step(self, seat):
        """Plays one decision; a Forfeit if it ends the game, else None."""
        decision = len(self.moves)
        if self.sentenced(seat, decision):
            return Forfeit(seat, self.sentence.reason)
        start = perf_counter()
        try:
            self.heartbeat.deciding(self.unit, self.number, seat, decision)
            move, win = self.ask(seat, decision)
            self.heartbeat.done()
            seconds = perf_counter() - start
            if seconds > self.plan.move_limit:
                return Forfeit(seat, overrun(self.plan, seconds))
            move = self.checked(move)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever a solver does, sys.exit() included, it loses this game only
            self.heartbeat.done()
            return Forfeit(seat, described(error))
        forfeit = self.tell(seat, decision, move)
        return forfeit or self.keep(seat, move, seconds, win)

    def sentenced(self, seat, decision):
        end = self.sentence
        return end is not None and seat == end.seat and decision >= end.decision

    def ask(self, seat, decision):
        return self.player(seat).decide(self.position, self.own_seed(seat, decision))

    def player(self, seat):
        if seat not in self.players:
            self.players[seat] = Player(self.plan, self.plan.solvers[self.seats[seat]])
        return self.players[seat]

    def own_seed(self, seat, decision):
        return player_seed(self.plan.seed, self.unit, self.number, seat, decision)

    def checked(self, move):
        """The legal move that an answer names."""
        if not isinstance(move, Move | str):
            raise TypeError(f"{type(move).__name__} is no move")
        legal = self.position.legal_moves()
        if isinstance(move, Move) and move not in legal:
            raise IllegalMoveError(f"{move.text!r} is not legal here; {len(legal)} moves are")
        return self.position.move(move) if isinstance(move, str) else move

    def tell(self, mover, decision, move):
        """Shows a move to the others' solvers that observe; a Forfeit if one of them fails over it, else None."""
        shown = self.position.shown(move)
        others = [seat for seat in range(len(self.seats)) if seat != mover and not self.sentenced(seat, decision)]
        for seat in others if shown is not None else ():
            if reason := self.fails_over(seat, decision, shown):
                return Forfeit(seat, reason)
        return None

    def fails_over(self, seat, decision, shown):
        """Lets one solver observe, if it does; what it did wrong, or nothing."""
        if seat in self.players and self.players[seat].observe is None:
            return ""
        start = perf_counter()
        try:
            self.heartbeat.deciding(self.unit, self.number, seat, decision)
            observe = self.player(seat).observe
            if observe is not None:
                observe(self.position.view(seat), shown)
            self.heartbeat.done()
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self.heartbeat.done()
            return described(error)
        seconds = perf_counter() - start
        return overrun(self.plan, seconds) if seconds > self.plan.move_limit else ""

    def keep(self, seat, move, seconds, win):
        text = move.text
        self.position.play(move)
        self.moves.append(text)
        self.movers.append(seat)
        self.times.append(seconds)
        self.wins.append(share_or_nan(win))


def floats(values):
    """As a record keeps them: four bytes a move, alike on every machine."""
    return struct.pack(f"<{len(values)}f", *values)


def overrun(plan, seconds):
    return f"over time: {seconds:.2f} s, the limit is {plan.move_limit:g} s"


def described(error):
    """What a solver did wrong, in one line."""
    kind = "illegal move" if isinstance(error, IllegalMoveError) else f"raised {type(error).__name__}"
    return " ".join(f"{kind}: {error}".split())[:LONGEST_REASON]
