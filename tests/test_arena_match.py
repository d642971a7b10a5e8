"""Single games: their records, the information that solvers get, and forfeits of solvers that break the rules."""

import struct
from dataclasses import dataclass

import pytest
from arena_play import GREEDY_RANDOM, changed
from misbehaving import Watches

import kiebitz
from kiebitz.arena import match
from kiebitz.arena.match import Player, Sentence, Unwatched, play_unit
from kiebitz.arena.plan import Plan
from kiebitz.arena.record import Forfeit, GameRecord
from kiebitz.match import play_match
from kiebitz.solvers.baselines import Greedy


def unit_of(*solvers, unit=0, sentences=None, **values):
    plan = Plan("kwatro", solvers, **values)
    return play_unit(plan, plan.make_game(), unit, sentences or {}, Unwatched())


def replayed(plan, game):
    """The position at the end of a record's moves."""
    position = plan.make_game().deal(plan.deal_of(game.unit))
    for seat, text in zip(game.movers, game.moves.split("\n"), strict=True):
        assert position.to_move == seat
        position.play(text)
    return position


@pytest.mark.parametrize("players", [2, 3])
def test_a_record_replays_to_its_scores(players):
    plan = changed(GREEDY_RANDOM, players=players)
    for policies in (None, plan.solvers):
        for unit in range(4):
            for game in play_unit(plan, plan.make_game(), unit, {}, Unwatched(), policies).games:
                end = replayed(plan, game)
                assert end.over
                assert tuple(end.scores) == game.scores
                assert len(struct.unpack(f"<{len(game.movers)}f", game.times)) == len(game.movers)


def test_games_in_the_engine_are_the_games_that_the_solvers_play_move_by_move():
    plan = Plan("kwatro", ("greedy", "greedy"), seed=2)
    for unit in range(10):
        quick = play_unit(plan, plan.make_game(), unit, {}, Unwatched(), plan.solvers)
        slow = play_unit(plan, plan.make_game(), unit, {}, Unwatched())
        assert [game._replace(times=b"") for game in quick.games] == [game._replace(times=b"") for game in slow.games]


def test_random_players_in_the_engine_choose_every_move_equally_often():
    game = kiebitz.game("kwatro")
    legal = game.deal(1).legal_moves()

    counts = dict.fromkeys(legal.texts(), 0)
    for seed in range(8 * len(legal)):
        counts[play_match(game, 1, ["random", "greedy"], [seed, 0])[0][0]] += 1
    expected = 8
    chi_squared = sum((count - expected) ** 2 / expected for count in counts.values())
    freedom = len(legal) - 1
    assert abs(chi_squared - freedom) < 5 * (2 * freedom) ** 0.5


def test_the_same_plan_gives_the_same_games():
    solvers = ("rollout:worlds=8", "random")
    assert unit_of(*solvers)[1][0].moves == unit_of(*solvers)[1][0].moves


@pytest.mark.parametrize(
    ("solver", "reason"),
    [
        ("Raises", "raised RuntimeError: no idea what to do"),
        ("Illegal", "illegal move: "),
        ("Nothing", "raised TypeError: NoneType is no move"),
        ("Exits", "raised SystemExit: 0"),
        ("Late", "over time: "),
    ],
)
def test_a_solver_that_breaks_the_rules_loses_the_game_with_the_reason(solver, reason):
    record = unit_of(f"misbehaving:{solver}", "greedy", move_limit=0.2 if solver == "Late" else 60.0)
    for number, game in enumerate(record.games):
        assert game.forfeit.seat == number
        assert game.forfeit.reason.startswith(reason)
        assert game.shares() == [float(number), 1.0 - number]
        assert game.margins() is None
    assert solver != "Raises" or record.games[0].moves


def test_at_a_larger_table_the_others_share_the_win_of_a_forfeited_game():
    game = GameRecord(0, 0, (0, 1, 2), (90, 10, 20), Forfeit(0, "gone"), "", b"", b"")
    assert game.shares() == [0.0, 0.5, 0.5]
    assert (game.duel(0, 1), game.duel(1, 0), game.duel(1, 2)) == (0.0, 1.0, 0.5)


def test_shares_margins_and_duels_follow_the_scores():
    game = GameRecord(0, 0, (0, 1, 2), (90, 10, 90), None, "", b"", b"")
    assert game.shares() == [0.5, 0.0, 0.5]
    assert game.margins() == [0, -80, 0]
    assert (game.duel(0, 1), game.duel(1, 0), game.duel(0, 2)) == (1.0, 0.0, 0.5)


def test_a_sentence_ends_the_game_at_its_decision():
    record = unit_of("greedy", "random", sentences={(0, 1): Sentence(0, 4, "its process died")})
    assert record.games[0].forfeit is None
    assert record.games[1].forfeit == Forfeit(0, "its process died")
    assert record.games[1].movers == bytes([0, 1, 0, 1])


def test_moves_may_be_given_as_text(capsys):
    assert unit_of("misbehaving:Talk", "greedy").games[0].forfeit is None


def test_a_solver_sees_a_view_and_nothing_else():
    assert [game.forfeit for game in unit_of("misbehaving:Curious", "greedy").games] == [None, None]


@dataclass(frozen=True)
class AllSeeingGreedy(Greedy):
    """A solver whose name in the registry lets it see everything."""

    def advise_position(self, position, budget):
        assert isinstance(position, kiebitz.Position)
        return super().advise(position.view(), budget)


def test_only_a_solver_named_oracle_gets_the_position_and_only_a_copy(monkeypatch):
    monkeypatch.setattr(match, "make_solver", lambda text: AllSeeingGreedy())
    position = kiebitz.game("kwatro").deal(1)
    before = position.to_line()
    assert Player(GREEDY_RANDOM, "oracle").decide(position, 1)[0] == position.greedy_move()
    assert position.to_line() == before
    assert Player(GREEDY_RANDOM, "greedy").all_seeing is None


def test_without_a_common_budget_a_solver_uses_its_own_parameters():
    assert Player(GREEDY_RANDOM, "rollout:worlds=8").chooser is not None
    limited = Player(changed(GREEDY_RANDOM, worlds=12), "rollout:worlds=8")
    assert limited.chooser is None
    assert limited.budget(3).worlds == 12
    assert Player(changed(GREEDY_RANDOM, worlds=12), "greedy").chooser is not None


@pytest.mark.parametrize("players", [2, 3])
def test_a_solver_that_observes_gets_each_move_of_the_others_with_its_own_view_from_before(players):
    solvers = ("misbehaving:Watches", *["random"] * (players - 1))
    Watches.told.clear()
    records = unit_of(*solvers, players=players).games
    told = iter(Watches.told)
    plan = Plan("kwatro", solvers, players=players)
    for game in records:
        position = plan.make_game().deal(plan.deal_of(game.unit))
        watcher = game.seats.index(0)
        for seat, text in zip(game.movers, game.moves.split("\n"), strict=True):
            if seat != watcher:
                view, move = next(told)
                assert view == position.view(watcher)
                hidden = text.startswith("trade")
                assert move.text == ("trade" + " ?" * text.count(" ") if hidden else text)
            position.play(text)
    assert next(told, None) is None


def test_a_solver_that_fails_while_it_observes_loses_the_game():
    record = unit_of("greedy", "misbehaving:Blind")
    for number, game in enumerate(record.games):
        assert game.forfeit[:2] == (1 - number, "raised RuntimeError: too fast for me")
        assert game.forfeit.traceback.endswith("RuntimeError: too fast for me")
        assert "kiebitz" not in game.forfeit.traceback.split("misbehaving.py")[0]


def test_a_sentenced_seat_observes_no_more_moves():
    record = unit_of("greedy", "misbehaving:Blind", sentences={(0, 0): Sentence(1, 0, "its process died")})
    assert record.games[0].forfeit == Forfeit(1, "its process died")
    assert record.games[0].movers == bytes([0])


def test_an_oracle_plays_in_an_arena():
    record = unit_of("oracle:plies=2:policy=greedy:candidates=3", "greedy")
    assert [game.forfeit for game in record.games] == [None, None]
