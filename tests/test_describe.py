"""Properties of the games: right estimators on invented data, worlds that are ruled out, and the shape of the JSON."""

import json

import numpy as np
import pytest
from command import run, run_process

import kiebitz
from kiebitz.benchmarks.describe import games as description
from kiebitz.benchmarks.describe import luck_share, pimc_properties, seats
from kiebitz.benchmarks.describe.branching import begins_turn, branching_and_length, counted
from kiebitz.benchmarks.describe.plays import POLICIES, at_random, deals, decisions, greedily, stream_of

DEALS = 20
ESTIMATES = ("luck_share", "leaf_correlation", "bias", "disambiguation", "first_seat")


@pytest.fixture(scope="module")
def properties():
    shares = []
    found = description.describe(DEALS, 3, lambda share, text="": shares.append(share))
    assert shares == sorted(shares)
    assert shares[-1] == 1
    return found


def test_another_process_with_the_same_seed_says_the_same(properties):
    status, stdout, stderr = run_process("bench", "--describe", "--json", "--games", DEALS, "--seed", 3)
    assert status == 0, stderr
    found = json.loads(stdout)
    for name, game in properties["games"].items():
        assert flat(found["games"][name]) == pytest.approx(flat(game), rel=1e-5)


def flat(value):
    """All numbers of nested values in order."""
    if isinstance(value, dict | list | tuple):
        return [number for item in (value.values() if isinstance(value, dict) else value) for number in flat(item)]
    return [value]


def test_every_game_has_every_measure_with_its_interval(properties):
    assert list(properties["games"]) == list(kiebitz.GAMES)
    for game in properties["games"].values():
        assert set(game) == {"branching", "length", *ESTIMATES}
        for part in ESTIMATES:
            for found in game[part].values():
                assert found["ci"][0] <= found["mean"] <= found["ci"][1] + 1e-9
                assert part == "first_seat" or 0 <= found["mean"] <= 1


def test_another_seed_gives_other_figures(properties):
    game = kiebitz.game("quanto")
    assert seats.first_seat(game, 4, DEALS) != properties["games"]["quanto"]["first_seat"]


@pytest.mark.parametrize("name", kiebitz.GAMES)
def test_branching_and_length_count_what_was_played(name):
    game = kiebitz.game(name)
    moves, lengths, turns = counted(game, greedily, 1, 5)
    branching, length = branching_and_length(game, greedily, 1, 5)
    assert len(moves) == lengths.sum() == branching["decisions"]
    assert (turns <= lengths).all()
    assert (branching["max"], branching["mean"]) == (max(moves), pytest.approx(sum(moves) / len(moves)))
    assert branching["median"] <= branching["p95"] <= branching["max"]
    assert length["turns"]["mean"] == pytest.approx(turns.mean())
    first = next(deals(game, 1, 1))[1]
    assert moves[0] == len(first.legal_moves())


def test_a_turn_of_qwinto_is_a_placement_with_all_its_writes():
    _, position = next(deals(kiebitz.game("qwinto"), 1, 1))
    placed, begun, mover = [], [], None
    for state, move in decisions(position, greedily, None):
        placed.append("@" in move.text)
        begun.append(begins_turn(state, mover))
        mover = state.to_move
    assert begun == placed


def test_several_decisions_of_one_player_in_a_row_are_one_turn():
    _, lengths, turns = counted(kiebitz.game("quanto"), at_random, 1, 5)
    assert (turns < lengths).all()  # a discarded 2 or 3 brings another decision


@pytest.mark.parametrize("share", [0.0, 0.3, 0.8])
def test_the_luck_share_of_made_up_margins_is_found_and_its_interval_holds_it(share):
    stream = np.random.default_rng(1)
    deal = np.sqrt(share) * stream.standard_normal((800, 1))
    margins = 7 + 20 * (deal + np.sqrt(1 - share) * stream.standard_normal((800, 8)))
    found = luck_share.with_bootstrap(luck_share.between_deals, 0, margins)
    assert found["mean"] == pytest.approx(share, abs=0.04)
    assert found["ci"][0] - 1e-9 <= share <= found["ci"][1]


def test_margins_that_do_not_vary_have_no_luck_share():
    assert luck_share.with_bootstrap(luck_share.between_deals, 0, np.ones((20, 8)))["mean"] is None
    assert luck_share.with_bootstrap(luck_share.explained, 0, np.ones(20), np.ones(20))["mean"] is None


def test_replays_that_all_end_alike_are_all_luck():
    assert luck_share.between_deals(np.arange(20.0)[:, None] + np.zeros((20, 8))) == 1


def test_the_traced_luck_of_greedy_players_is_nearly_all_and_of_careless_ones_less():
    game = kiebitz.game("qwinto")
    assert luck_share.traced(game, greedily, 1, 40)["mean"] > 0.8
    assert luck_share.traced(game, at_random, 1, 40)["mean"] < 0.4


def ahead(position, points):
    """The same position with more points for the first seat."""
    facts = position.facts()
    scores = [score + points * (seat == 0) for seat, score in enumerate(facts["scores"])]
    return position.game.position({**facts, "scores": scores}, trusted=True)


def test_siblings_have_the_same_payoff_when_the_game_is_decided_and_not_always_before():
    game = kiebitz.game("kwatro")
    found = []
    for number, start in deals(game, 1, 20):
        last = pimc_properties.last_choice(start, greedily, None)
        assert len(last.legal_moves()) > 1
        assert not last.over
        assert pimc_properties.siblings_pay_alike(ahead(last, 10_000), stream_of(number)) == 1
        found.append(pimc_properties.siblings_pay_alike(last, stream_of(number)))
    assert set(found) == {0, 1}


def test_a_favourite_wins_a_decided_game_and_is_not_made_by_chance():
    game = kiebitz.game("kwatro")
    _, start = next(deals(game, 1, 1))
    assert pimc_properties.favour(ahead(start, 10_000), stream_of(1)) == 1
    assert pimc_properties.favour(ahead(start, -10_000), stream_of(1)) == 1
    even = [pimc_properties.favour(start, stream_of(number)) for number, start in deals(kiebitz.game("quanto"), 1, 150)]
    # The larger of two shares of eight fair games is 0.64 on average; measured by eight others it must not be.
    assert np.mean(even) < 0.58


@pytest.mark.parametrize("name", kiebitz.GAMES)
@pytest.mark.parametrize("play", POLICIES)
def test_the_true_world_and_the_own_move_are_never_ruled_out(name, play):
    stream = stream_of(name)
    for _, start in deals(kiebitz.game(name), 2, 3):
        for position, move in decisions(start, POLICIES[play], stream):
            worlds = [position.copy(), *pimc_properties.sampled(position, stream)[:3]]
            assert all(pimc_properties.agrees(world, move, position.shown(move)) for world in worlds)


def test_a_world_without_the_card_that_was_shown_is_ruled_out():
    game = kiebitz.game("kwatro")
    position = game.deal(1)
    facts = position.facts()
    other = game.position({**facts, "hands": facts["hands"][::-1]}, trusted=True)
    held, lacked = (next(m for m in state.legal_moves() if m.points) for state in (other, position))
    assert pimc_properties.agrees(other.copy(), held, held)
    assert not pimc_properties.agrees(other, lacked, lacked)


def test_a_trade_is_seen_by_its_size_only():
    game = kiebitz.game("kwatro")
    position = game.deal(1)
    facts = position.facts()
    other = game.position({**facts, "hands": facts["hands"][::-1]}, trusted=True)
    trade = next(m for m in position.legal_moves() if m.text.startswith("trade") and len(m.text.split()) == 3)
    shown = position.shown(trade)
    seen = pimc_properties.alike(other, shown, trade)
    assert seen in other.legal_moves()
    assert (seen.text.split()[0], len(seen.text.split())) == ("trade", 3)
    assert pimc_properties.agrees(other, trade, shown)


@pytest.mark.parametrize("name", kiebitz.GAMES)
def test_every_hand_has_been_in_every_seat(name):
    start = kiebitz.game(name, 3).deal(1)
    states = list(seats.rotations(start))
    assert states[0].facts() == start.facts()
    for seat in range(3):
        assert sorted(state.facts()["hands"][seat] for state in states) == sorted(start.facts()["hands"])
    assert all(state.facts()["pile"] == start.facts()["pile"] for state in states)


@pytest.fixture
def without_measuring(monkeypatch, properties):
    monkeypatch.setattr(description, "describe", lambda games, seed, progress: properties)


@pytest.mark.usefixtures("without_measuring")
def test_in_a_pipe_the_table_is_plain_columns_of_one_line_each():
    lines = run("bench", "--describe").stdout.splitlines()
    assert lines[0].split()[-3:] == list(kiebitz.GAMES)
    assert {len(line) for line in lines[1:20]} == {len(lines[0])}
    assert all(line.isascii() for line in lines)
    assert sum(line.startswith("first seat") for line in lines) == 2
    assert "seed 3" in lines[-1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--games", "100"), "--games belongs to --describe"),
        (("--seed", "1"), "--seed belongs to --describe"),
        (("--describe", "--games", "3"), "right would be 20 to 100000"),
        (("--describe", "--seed", str(2**64)), "too large"),
        (("--describe", "--seed", "-1"), "--seed"),
    ],
)
def test_bad_input_ends_with_a_message_that_says_what_would_be_right(arguments, message):
    result = run("bench", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""
