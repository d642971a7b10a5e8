"""Features of worked sheets of Qwinto; one ply with the learned value beats greedy."""

import pytest

import kiebitz
from kiebitz.learned import feature_names, features, static_move
from kiebitz.match import play_match


def described(sheets, players=1, seat=0, **more):
    head = (
        f'game = "qwinto"\nplayers = {["Anna", "Ben"][:players]}\nto_move = "Anna"\nsquare = "P4 Y3 / G6 O2"\n'.replace(
            "'", '"'
        )
    )
    lines = "".join(f"{key} = {value}\n" for key, value in more.items()) or 'hand = "G5 O-2 P0"\n'
    view = kiebitz.parse(head + lines + sheets)
    return dict(zip(feature_names(view.game), features(view)[1][seat].tolist(), strict=True))


def test_an_empty_sheet_can_take_everything_and_has_nothing():
    found = described("")
    assert found["one"] == 1
    assert found["filled"] == found["dead fields"] == found["full rows done"] == found["stuck"] == 0
    assert found["flexible"] == pytest.approx(3)
    assert found["capacity, few"] < found["capacity, some"] < found["capacity, many choosy"] < 27


def test_gaps_too_narrow_for_their_fields_are_dead_and_block_the_row():
    found = described('[sheets.Anna]\norange = "5 . . | 7 . . . . ."\n')
    assert found["dead fields"] == 1  # only 6 fits between 5 and 7, for two fields
    assert found["filled"] == 2
    alive = described('[sheets.Anna]\norange = "5 . . | 8 . . . . ."\n')
    assert alive["dead fields"] == 0
    assert alive["full rows, many choosy"] > found["full rows, many choosy"]


def test_a_sheet_with_one_row_full_says_so_and_counts_penalties_one_by_one():
    found = described('[sheets.Anna]\npurple = "1 2 3 4 | 5 6 7 8 9"\npenalties = 2\n')
    assert found["full rows done"] == 1
    assert (found["1 penalty"], found["2 penalties"], found["3 penalties"]) == (0, 1, 0)


def test_while_others_write_their_sheets_count_as_the_heuristic_would_leave_them():
    announced = '{ sum = 13, colours = "YP", active = "Ben" }'
    found = described("", players=2, seat=1, announced=announced)
    assert found["pending"] == 1
    assert found["filled"] == 1


def test_a_turn_that_ends_the_game_leaves_nothing_but_its_points():
    full = 'orange = "1 2 3 | 4 5 6 7 8 9"\nyellow = "2 3 4 5 6 | 7 8 10 ."\npurple = "14 . . . | . . . . ."'
    sheets = f"[sheets.Ben]\n{full}\n"
    found = described(sheets, players=2, seat=1, announced='{ sum = 13, colours = "YP", active = "Ben" }')
    assert found["turn ends the game"] == 1
    assert found["one"] == found["filled"] == 0
    assert found["pending"] == 13 - 8


def test_the_last_to_decide_does_not_see_what_the_others_wrote():
    """One ply on a position and on a view of it choose alike at every decision."""
    position = kiebitz.game("qwinto", 3).deal(5)
    for _ in range(60):
        move = static_move(position.view())
        assert static_move(position) == move
        position.play(move)
        if position.over:
            break


def test_one_ply_with_the_learned_value_beats_greedy_by_far():
    game = kiebitz.game("qwinto", 2)
    margins = []
    for deal in range(20):
        one, other = play_match(game, deal, ["static", "greedy"], [0, 0])[3]
        again, ours = play_match(game, deal, ["greedy", "static"], [0, 0])[3]
        margins.append(one - other + ours - again)
    assert sum(margins) / 40 > 6
