"""Units: their seatings, and deals that depend only on the seed and the number of the unit."""

from collections import Counter
from itertools import combinations

import pytest
from arena_play import changed

import kiebitz
from kiebitz.arena.deals import deal_seed, player_seed
from kiebitz.arena.lineups import circles, lineups, seatings
from kiebitz.arena.match import Unwatched, play_units
from kiebitz.arena.plan import ArenaError, Plan


def test_two_player_arenas_are_round_robins():
    assert lineups(4, 2) == list(combinations(range(4), 2))


def test_two_solvers_at_a_larger_table_meet_in_every_mixture():
    assert lineups(2, 3) == [(0, 0, 1), (0, 1, 1)]
    assert lineups(2, 4) == [(0, 0, 0, 1), (0, 0, 1, 1), (0, 1, 1, 1)]


@pytest.mark.parametrize(("entries", "players"), [(2, 2), (3, 2), (2, 3), (3, 3), (5, 3), (4, 4), (3, 4)])
def test_in_a_unit_every_entry_sits_in_every_seat_equally_often(entries, players):
    for lineup in lineups(entries, players):
        for round_number in range(7):
            games = seatings(lineup, round_number)
            assert len(games) == players
            for seat in range(players):
                assert Counter(game[seat] for game in games) == Counter(lineup)


def test_over_the_rounds_every_entry_plays_after_every_other():
    followers = {(game[0], game[1]) for r in range(6) for game in seatings((0, 1, 2, 3), r)}
    assert followers == {(a, b) for a in range(4) for b in range(4) if a != b}
    assert circles((0, 0, 1)) == [(0, 0, 1)]


def test_games_are_rounded_up_to_whole_units_of_every_lineup():
    assert Plan("kwatro", ("greedy", "random")).units_for(101) == 51
    assert Plan("kwatro", ("greedy", "random", "greedy")).units_for(2) == 3
    assert Plan("kwatro", ("greedy", "random"), players=3).units_for(7) == 4


def test_all_deals_are_distinct_and_neighbouring_seeds_share_none():
    seeds = [deal_seed(seed, unit) for seed in range(20) for unit in range(5000)]
    assert len(set(seeds)) == len(seeds)
    game = kiebitz.game("kwatro")
    assert len({game.deal(seed).to_line() for seed in seeds[:500]}) == 500


def test_deal_seeds_of_neighbouring_units_and_seeds_differ_in_half_of_their_bits():
    pairs = [(deal_seed(3, u), deal_seed(3, u + 1)) for u in range(400)]
    pairs += [(deal_seed(s, 7), deal_seed(s + 1, 7)) for s in range(400)]
    assert abs(sum((a ^ b).bit_count() for a, b in pairs) / len(pairs) - 32) < 1


def test_players_own_seeds_differ_by_game_seat_and_decision_and_from_the_deal():
    seeds = [player_seed(1, u, g, s, d) for u in range(10) for g in range(2) for s in range(2) for d in range(50)]
    assert len(set(seeds)) == len(seeds)
    assert not {deal_seed(1, unit) for unit in range(1000)} & set(seeds)


def starts(plan, units=8):
    """The first view of every game of a unit."""
    game = plan.make_game()
    return [game.deal(plan.deal_of(unit)).view(0).to_line() for unit in range(units)]


def test_no_solver_changes_a_deal():
    greedy = Plan("kwatro", ("greedy", "greedy"), seed=4)
    others = [changed(greedy, solvers=solvers) for solvers in (("random", "greedy"), ("rollout:worlds=4", "random"))]
    assert all(starts(other) == starts(greedy) for other in others)
    first = [
        record.games[0].moves.split("\n")[0]
        for record in play_units(greedy, greedy.make_game(), range(20), {}, Unwatched())
    ]
    for other in others[:1]:
        mirrored = play_units(other, other.make_game(), range(20), {}, Unwatched())
        # In the second game greedy has the first seat: the same hand, the same first move.
        assert [record.games[1].moves.split("\n")[0] for record in mirrored] == first


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"solvers": ("greedy",)}, "two solvers or more"),
        ({"move_limit": 0.0}, "move limit"),
        ({"players": 9}, "2 to 4 players"),
        ({"solvers": ("greedy", "gredy")}, "did you mean 'greedy'"),
        ({"solvers": ("greedy", "nowhere:Nothing")}, "cannot be imported"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"rules": {"recycle": "never"}}, "recycle"),
    ],
)
def test_an_impossible_plan_is_refused_with_what_would_be_right(change, message):
    with pytest.raises((ArenaError, kiebitz.KiebitzError), match=message):
        changed(Plan("kwatro", ("greedy", "random")), **change).check()
