"""Play of units: one deal in all seatings. Each game goes on until its end or until a solver forfeits it."""

import math
import struct
from array import array
from collections.abc import Iterable, Mapping, Sequence
from numbers import Real
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from kiebitz.arena.deals import fingerprint, hashed, player_seed
from kiebitz.arena.heartbeat import Unwatched
from kiebitz.arena.plan import Plan, sees_everything
from kiebitz.arena.record import Forfeit, GameRecord, UnitRecord
from kiebitz.core import Game, Move, Position
from kiebitz.errors import IllegalMoveError
from kiebitz.match import play_match
from kiebitz.search import POLICIES
from kiebitz.solvers import Budget, make_solver
from kiebitz.solvers.baselines import Greedy, Random
from kiebitz.solvers.guard import error_text, traceback_text
from kiebitz.solvers.registry import is_built_in
from kiebitz.solvers.solver import AllSeeing, Chooser, Observer, Predictor

DEFAULT_AIM = Budget().aim
DEFAULT_SECONDS = 1.0  # seconds for each decision of a solver without any limit
OWN_FOLDER = str(Path(__file__).parent)  # its calls say nothing about the error of a solver


class Sentence(NamedTuple):
    """The known end of a game: a seat loses it.

    seat: the seat that loses.
    decision: the seat loses at its first decision with this number or a higher one.
    reason: why it loses.
    """

    seat: int
    decision: int
    reason: str


Sentences = Mapping[tuple[int, int], Sentence]  # by unit and number of the game


class ArenaGame(NamedTuple):
    """A game of an arena.

    unit: number of its unit.
    number: number of the game in its unit.
    seats: the entry in each seat.
    """

    unit: int
    number: int
    seats: tuple[int, ...]


class Player:
    """A solver in a seat for one game. Every game gets new players, so that no game learns from another."""

    def __init__(self, plan: Plan, specification: str) -> None:
        self.plan = plan
        self.solver = solver = make_solver(specification)
        limits = (plan.nodes, plan.seconds, plan.worlds)
        self.common_budget = any(limit is not None for limit in limits)
        self.all_seeing = solver if sees_everything(specification) and isinstance(solver, AllSeeing) else None
        quick = isinstance(solver, Greedy | Random) or not (self.common_budget or plan.aim != DEFAULT_AIM)
        self.chooser = solver if quick and isinstance(solver, Chooser) else None
        self.predictor = solver if predicts(type(solver)) and isinstance(solver, Predictor) else None
        self.observer = solver if isinstance(solver, Observer) else None

    def decide(self, position: Position, seed: int) -> tuple[Any, Any]:
        """The move and the expected share of the win; the share is None if the solver names none."""
        if self.all_seeing is not None:
            return judged(self.all_seeing.advise_position(position.copy(), self.budget(seed)).best)
        view = position.view()
        if self.chooser is None:
            return judged(self.solver.advise(view, self.budget(seed)).best)
        if self.predictor is not None:
            return self.predictor.choose_and_predict(view, seed)
        return self.chooser.choose(view, seed), None

    def budget(self, seed: int) -> Budget:
        """The budget of one decision."""
        plan = self.plan
        if self.common_budget:
            return Budget(plan.nodes, plan.seconds, plan.worlds, seed=seed, explained=0, aim=plan.aim)
        own = any(getattr(self.solver, name, None) for name in ("nodes", "seconds", "worlds"))
        return Budget(seconds=None if own else DEFAULT_SECONDS, seed=seed, explained=0, aim=plan.aim)


def predicts(kind: type) -> bool:
    """Whether a class has a `choose_and_predict`, and no subclass of its class has replaced `choose` alone."""
    nearest = (name for base in kind.__mro__ for name in ("choose_and_predict", "choose") if name in vars(base))
    return next(nearest, None) == "choose_and_predict"


def judged(best: Any) -> tuple[Any, Any]:
    """Move and expected share of the win of a solver's best move."""
    return best.move, getattr(best, "win", None)


def expected_share(win: object) -> float:
    """An expectation as it is kept: NaN for None, which is allowed. Raises ValueError if it is no share of the win."""
    if win is None:
        return math.nan
    share = float(win) if isinstance(win, Real) else math.nan
    if not 0 <= share <= 1:
        raise ValueError(f"{win!r} is no share of the win; right would be a number in 0..1, or None")
    return share


def play_units(
    plan: Plan, game: Game, units: Iterable[int], sentences: Sentences, heartbeat: Unwatched
) -> list[UnitRecord]:
    """Plays units, all of them in this process.

    units: their numbers.
    sentences: known ends of games.
    heartbeat: gets a note before and after each decision.
    """
    policies = quick_policies(plan)
    return [play_unit(plan, game, unit, sentences, heartbeat, policies) for unit in units]


def quick_policies(plan: Plan) -> tuple[str, ...] | None:
    """The names of the entries if all are policies of the engine, else None. The engine plays their games alone."""
    return plan.solvers if all(text in POLICIES for text in plan.solvers) else None


def play_unit(
    plan: Plan,
    game: Game,
    unit: int,
    sentences: Sentences,
    heartbeat: Unwatched,
    policies: tuple[str, ...] | None = None,
) -> UnitRecord:
    """Plays one unit.

    policies: the names of the entries, if the engine can play the games.
    """
    games = [play_game(plan, game, each, sentences.get(each[:2]), heartbeat, policies) for each in games_of(plan, unit)]
    return whole(plan, game, unit, games)


def games_of(plan: Plan, unit: int) -> list[ArenaGame]:
    """The games of a unit."""
    return [ArenaGame(unit, number, seats) for number, seats in enumerate(plan.seatings_of(unit))]


def play_game(
    plan: Plan,
    game: Game,
    arena_game: ArenaGame,
    sentence: Sentence | None,
    heartbeat: Unwatched,
    policies: tuple[str, ...] | None = None,
) -> GameRecord:
    """Plays one game of a unit.

    sentence: the known end of the game; None if it is not known.
    policies: the names of the entries, if the engine can play the game. It plays no game with a known end.
    """
    if policies is not None and sentence is None:
        record = play_in_the_engine(plan, game, arena_game, policies)
    else:
        record = Match(plan, game, arena_game, sentence, heartbeat).play()
    return record if not plan.luck else with_luck(plan, game, record)


def whole(plan: Plan, game: Game, unit: int, games: Sequence[GameRecord]) -> UnitRecord:
    """The record of a unit from those of all its games."""
    return UnitRecord(unit, tuple(games), fingerprint(game.deal(plan.deal_of(unit))))


def play_in_the_engine(plan: Plan, game: Game, arena_game: ArenaGame, policies: tuple[str, ...]) -> GameRecord:
    """Plays one game without Python between the moves."""
    unit, number, seats = arena_game
    named = [policies[entry] for entry in seats]
    seeds = [player_seed(plan.seed, unit, number, seat) if name == "random" else 0 for seat, name in enumerate(named)]
    moves, movers, seconds, scores = play_match(game, plan.deal_of(unit), named, seeds)
    return GameRecord(unit, number, seats, tuple(scores), None, "\n".join(moves), movers, floats(seconds))


def with_luck(plan: Plan, game: Game, record: GameRecord) -> GameRecord:
    """The record with the luck of every seat. A forfeited game has none, since it was not finished."""
    if record.forfeit is not None:
        return record
    from kiebitz.arena.statistics.luck import Replay, foresight, luck

    named = {seat: plan.solvers[entry] for seat, entry in enumerate(record.seats)}
    made = {seat: make_solver(text) for seat, text in named.items() if is_built_in(text)}
    by_chance = {seat: solver for seat, solver in made.items() if isinstance(solver, Random)}
    seed = hashed(b"luck", plan.seed, record.unit, record.number)
    value = foresight([*named.values()])
    how = Replay(value, plan.luck, seed=seed, solvers=by_chance)
    start = game.deal(plan.deal_of(record.unit))
    values = luck(start, record.moves.split("\n"), how)
    return record._replace(luck=tuple((float(points), float(share)) for points, share in values))


class Match:
    """One game between solvers. Each solver is asked for one move after the other."""

    def __init__(
        self, plan: Plan, game: Game, arena_game: ArenaGame, sentence: Sentence | None, heartbeat: Unwatched
    ) -> None:
        self.plan = plan
        self.position = game.deal(plan.deal_of(arena_game.unit))
        self.unit, self.number, self.seats = arena_game
        self.sentence = sentence
        self.heartbeat = heartbeat
        self.players: dict[int, Player] = {}
        self.moves: list[str] = []
        self.movers = bytearray()
        self.times = array("f")
        self.wins = array("f")

    def play(self) -> GameRecord:
        """Plays the game to its end."""
        forfeit = None
        while forfeit is None and (seat := self.position.to_move) is not None:
            forfeit = self.step(seat)
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

    def step(self, seat: int) -> Forfeit | None:
        """Plays one decision. Returns a Forfeit if the decision ends the game, else None."""
        decision = len(self.moves)
        if self.sentence is not None and self.sentenced(seat, decision):
            return Forfeit(seat, self.sentence.reason)
        # The heartbeat lasts until no code of the solver is left to run: answers have methods, errors have texts.
        self.heartbeat.deciding(self.unit, self.number, seat, decision)
        start = perf_counter()
        try:
            move, win = self.ask(seat, decision)
            seconds = perf_counter() - start
            forfeit = self.overrun(seat, seconds)
            answer = self.legal_move(move), expected_share(win)
        except BaseException as error:  # a solver that fails, even by sys.exit(), loses this game only
            forfeit = self.failed(seat, error)
        self.heartbeat.done()
        forfeit = forfeit or self.tell(seat, decision, answer[0])
        if forfeit is None:
            self.keep(seat, *answer, seconds)
        return forfeit

    def overrun(self, seat: int, seconds: float) -> Forfeit | None:
        """A Forfeit if a decision took too long, else None."""
        return Forfeit(seat, overrun(self.plan, seconds)) if seconds > self.plan.move_limit else None

    def failed(self, seat: int, error: BaseException) -> Forfeit:
        """The Forfeit for a solver's error. Raises the error again if it is a Ctrl-C."""
        if isinstance(error, KeyboardInterrupt) and not self.heartbeat.apart:
            raise error
        return Forfeit(seat, described(error), traceback_text(error, OWN_FOLDER))

    def sentenced(self, seat: int, decision: int) -> bool:
        """Whether the game is known to end with this decision."""
        end = self.sentence
        return end is not None and seat == end.seat and decision >= end.decision

    def ask(self, seat: int, decision: int) -> tuple[Any, Any]:
        """A solver's answer: the move and the expected share of the win."""
        return self.player(seat).decide(self.position, self.own_seed(seat, decision))

    def player(self, seat: int) -> Player:
        """The player of a seat, made when it is first needed."""
        if seat not in self.players:
            self.players[seat] = Player(self.plan, self.plan.solvers[self.seats[seat]])
        return self.players[seat]

    def own_seed(self, seat: int, decision: int) -> int:
        """The player's seed for a decision."""
        return player_seed(self.plan.seed, self.unit, self.number, seat, decision)

    def legal_move(self, move: object) -> Move:
        """The legal move that an answer names.

        Raises TypeError if the answer is neither a Move nor a text, IllegalMoveError if the move is not legal.
        """
        if not isinstance(move, Move | str):
            raise TypeError(f"{type(move).__name__} is no move")
        if isinstance(move, Move) and not self.position.is_legal(move):
            raise IllegalMoveError(
                f"{move.text!r} is not legal here; {self.position.candidate_moves().total} moves are"
            )
        return self.position.move(move) if isinstance(move, str) else move

    def tell(self, mover: int, decision: int, move: Move) -> Forfeit | None:
        """Shows a move to the other solvers that observe moves. Returns a Forfeit if one of them fails, else None."""
        shown = self.position.shown(move)
        others = [seat for seat in range(len(self.seats)) if seat != mover and not self.sentenced(seat, decision)]
        if shown is None:
            return None
        for seat in others:
            if forfeit := self.fails_over(seat, decision, shown):
                return forfeit
        return None

    def fails_over(self, seat: int, decision: int, shown: Move) -> Forfeit | None:
        """Shows a move to one solver, if it observes moves. Returns a Forfeit if it fails, else None."""
        if seat in self.players and self.players[seat].observer is None:
            return None
        self.heartbeat.deciding(self.unit, self.number, seat, decision)
        start = perf_counter()
        try:
            observer = self.player(seat).observer
            if observer is not None:
                observer.observe(self.position.view(seat), shown)
            forfeit = self.overrun(seat, perf_counter() - start)
        except BaseException as error:
            forfeit = self.failed(seat, error)
        self.heartbeat.done()
        return forfeit

    def keep(self, seat: int, move: Move, win: float, seconds: float) -> None:
        """Plays the move and keeps it for the record."""
        text = move.text
        self.position.play(move)
        self.moves.append(text)
        self.movers.append(seat)
        self.times.append(seconds)
        self.wins.append(win)


def floats(values: Sequence[float]) -> bytes:
    """Numbers as a record keeps them: little-endian float32."""
    return struct.pack(f"<{len(values)}f", *values)


def overrun(plan: Plan, seconds: float) -> str:
    """The reason of a forfeit for a decision that took too long."""
    return f"over time: {seconds:.2f} s, the limit is {plan.move_limit:g} s"


def described(error: BaseException) -> str:
    """A solver's error in one line."""
    if type(error) is IllegalMoveError:
        return f"illegal move: {error_text(error).partition(': ')[2]}"
    return f"raised {error_text(error)}"
