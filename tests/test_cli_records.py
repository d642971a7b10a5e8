"""The commands take records, at the end or before an entry."""

import json
from pathlib import Path

import pytest
from command import run

import kiebitz
from kiebitz.arena.game_records import kept_games

EVENING = Path(__file__).parents[1] / "examples" / "records" / "kwatro-evening.toml"


def test_the_record_of_the_evening_ends_with_the_position_of_the_evening():
    record = kiebitz.Record.load(EVENING)
    position = kiebitz.load(EVENING.parents[1] / "kwatro" / "rulebook.toml")
    assert record.state().facts()["table"] == position.facts()["table"]
    assert record.state().scores == [40, 214]


def test_check_finds_nothing_wrong_with_a_record_and_names_the_line_of_a_fault(tmp_path):
    assert run("check", EVENING).output == "possible\n"
    faulty = tmp_path / "game.toml"
    faulty.write_text(EVENING.read_text().replace("RO3@-1,2", "GO2@-1,2"))
    result = run("check", faulty)
    assert result.exit_code == 1
    assert "game.toml, line 9, entry 2: GO2 is in row 0, column 2; Ben cannot hold it" in result.output
    assert run("check", faulty, "--at", "2").output == "possible\n"
    found = json.loads(run("check", faulty, "--json").output)
    assert not found["ok"]
    assert "entry 2" in found["faults"][0]["where"]


def test_legal_lists_the_moves_before_an_entry():
    moves = json.loads(run("legal", EVENING, "--at", "3", "--json").output)
    assert moves["to_move"] == "Anna"
    assert moves["moves"][0]["move"] in ("YS2@0,3 GT3@1,3", moves["moves"][0]["move"])
    assert {"YS2@0,3 GT3@1,3"} <= {move["move"] for move in moves["moves"]}
    assert json.loads(run("legal", EVENING, "--json").output)["to_move"] == "Anna"


def test_hint_judges_the_decision_before_an_entry():
    answer = json.loads(run("hint", EVENING, "--at", "3", "--worlds", "8", "--also", "pass", "--json").output)
    assert "pass" in {move["move"] for move in answer["moves"]}


def test_a_hint_for_a_player_whose_hand_is_not_known_is_refused():
    result = run("hint", EVENING, "--at", "4")
    assert result.exit_code == 2
    assert "Ben is to move, whose hand this view does not know" in result.stderr


def test_show_draws_the_table_before_an_entry(tmp_path):
    assert "YO1" not in run("show", EVENING, "--at", "2").output
    assert "YO1" in run("show", EVENING, "--at", "3").output
    unknown = tmp_path / "game.toml"
    unknown.write_text('game = "kwatro"\nplayers = ["Anna", "Ben"]\nstart = "RT2"\nturns = ""\n')
    assert "Anna" in run("show", unknown).output


@pytest.mark.parametrize("command", ["hint", "legal", "show", "check"])
def test_an_entry_that_does_not_exist_is_named(command):
    result = run(command, EVENING, "--at", "9")
    assert result.exit_code == 2
    assert "there is no entry 9; right would be 1 to 5" in result.stderr


@pytest.mark.parametrize("command", ["hint", "legal", "show"])
def test_a_table_that_was_lost_says_why(command, tmp_path):
    path = tmp_path / "game.toml"
    path.write_text(EVENING.read_text().replace("Ben: RO3@-1,2 YO1@1,2", "Ben: missed"))
    result = run(command, path)
    assert result.exit_code == 2
    assert "a turn of Ben was missed" in result.stderr


def test_every_game_of_an_arena_is_a_record_with_the_same_result(tmp_path):
    database, folder = tmp_path / "first.db", tmp_path / "games"
    match = ("arena", "--game", "quanto", "--solvers", "greedy,random", "--games", "4", "--db", database)
    assert run(*match, "--records", folder, "--json").exit_code == 0
    kept = {(game.unit, game.number): game for _, game in kept_games(str(database), None)}
    paths = sorted(folder.glob("*.toml"))
    assert len(paths) == len(kept) == 4
    for path, game in zip(paths, kept.values(), strict=True):
        record = kiebitz.Record.load(path)
        assert record.table.over
        assert tuple(record.table.world.scores) == game.scores
        assert [decision.move for decision in record.decisions()] == game.moves.split("\n")
    result = run("records", database, "--unit", "1", "--to", tmp_path / "one")
    assert result.output == f"2 records in {tmp_path / 'one'}\n"
    assert sorted(path.name for path in (tmp_path / "one").iterdir()) == [path.name for path in paths[2:]]


@pytest.mark.parametrize("content", [None, b"", b"no database", EVENING.read_bytes()])
def test_a_file_that_is_no_arena_has_no_records(content, tmp_path):
    path = tmp_path / "first.db"
    if content is not None:
        path.write_bytes(content)
    result = run("records", path)
    assert result.exit_code == 2
    assert "first.db" in result.stderr


def test_a_unit_that_was_not_played_is_named(tmp_path):
    database = tmp_path / "first.db"
    assert run("arena", "--solvers", "greedy,random", "--games", "2", "--db", database, "--json").exit_code == 0
    result = run("records", database, "--unit", "7")
    assert result.exit_code == 2
    assert "has no finished unit 7" in result.stderr
