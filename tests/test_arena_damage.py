"""Damaged files of an arena, and output that would overwrite something: faults are named, and nothing is destroyed."""

import shutil
import sqlite3
from contextlib import closing

import pytest
from arena_play import GREEDY_RANDOM, changed, facts, here, timeless
from command import run

from kiebitz.arena.damage import fault_of_unit
from kiebitz.arena.errors import ArenaError
from kiebitz.arena.plan import Plan
from kiebitz.arena.store import GAME_COLUMNS


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A file with ten units, its report and what it holds."""
    path = tmp_path_factory.mktemp("arena") / "whole.db"
    report = here(GREEDY_RANDOM, path, 20).json_report
    return path, timeless(report), facts(path, GREEDY_RANDOM)


@pytest.fixture
def copy(whole, tmp_path):
    return shutil.copy(whole[0], tmp_path / "arena.db")


def changed_by(path, *statements):
    with closing(sqlite3.connect(path)) as database, database:
        for statement in statements:
            database.execute(statement)


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("DELETE FROM game WHERE unit = 3 AND number = 1", "game 1 is missing"),
        ("DELETE FROM game WHERE unit = 3", "no game is there"),
        ("DELETE FROM unit WHERE number = 3", "its row in the table unit is missing"),
        ("UPDATE unit SET deal = '7' WHERE number = 3", "its deal is that of another unit"),
        ("UPDATE game SET number = 5 WHERE unit = 3 AND number = 1", "game 1 is missing"),
        ("UPDATE game SET seats = '0 0' WHERE unit = 3", "game 0 has impossible seats"),
        ("UPDATE game SET scores = 'many' WHERE unit = 3 AND number = 1", "game 1 has impossible scores"),
        ("UPDATE game SET scores = x'ff' WHERE unit = 3", "game 0 has impossible scores"),
        ("UPDATE game SET scores = '1 ' || hex(zeroblob(3000)) WHERE unit = 3", "game 0 has impossible scores"),
        ("UPDATE game SET forfeit = 2 WHERE unit = 3", "game 0 has impossible forfeit"),
        ("UPDATE game SET moves = CAST(x'ff' AS TEXT) WHERE unit = 3", "game 0 has impossible moves"),
        ("UPDATE game SET moves = moves || char(10) WHERE unit = 3", "game 0 has impossible moves"),
        ("UPDATE game SET movers = 5 WHERE unit = 3", "game 0 has impossible movers"),
        ("UPDATE game SET movers = x'09' WHERE unit = 3", "game 0 has impossible movers"),
        ("UPDATE game SET times = x'00' WHERE unit = 3", "game 0 has impossible times"),
        ("UPDATE game SET luck = '[1, \"x\"]' WHERE unit = 3", "game 0 has impossible luck"),
        ("UPDATE game SET luck = '[NaN, 1]' WHERE unit = 3", "game 0 has impossible luck"),
        ("UPDATE game SET wins = 'text' WHERE unit = 3", "game 0 has impossible wins"),
        ("UPDATE game SET traceback = x'ff' WHERE unit = 3", "game 0 has impossible traceback"),
    ],
)
def test_a_damaged_unit_is_named_and_played_again(copy, whole, statement, fault):
    changed_by(copy, statement)
    said = []
    assert timeless(here(GREEDY_RANDOM, copy, 20, notice=said.append).json_report) == whole[1]
    name = f"{copy}: unit 3 is damaged and does not count ({fault}); it is played again if it is needed"
    assert said == [name]
    assert facts(copy, GREEDY_RANDOM) == whole[2]
    here(GREEDY_RANDOM, copy, 20, notice=said.append)
    assert said == [name]


def test_a_damaged_unit_is_kept_until_it_is_played_again(copy):
    changed_by(copy, "DELETE FROM game WHERE unit = 9 AND number = 1")
    assert here(GREEDY_RANDOM, copy, 10).json_report["pairs"] == 5
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT COUNT(*) FROM game WHERE unit = 9").fetchone() == (1,)


def test_a_unit_with_an_impossible_number_does_not_count(copy, whole):
    changed_by(copy, "UPDATE game SET unit = 'x' WHERE unit = 3 AND number = 0")
    assert timeless(here(GREEDY_RANDOM, copy, 20).json_report) == whole[1]
    assert fault_of_unit(GREEDY_RANDOM, "x", None, []) == "its number is impossible"
    assert fault_of_unit(GREEDY_RANDOM, -1, "1", []) == "its number is impossible"


def test_a_broken_page_is_named_with_the_units_that_can_be_read_and_the_command_that_saves_them(copy):
    with closing(sqlite3.connect(copy)) as database:
        page = database.execute("SELECT pageno FROM dbstat WHERE name = 'game' ORDER BY pageno DESC").fetchone()
    pages = 4096
    with open(copy, "r+b") as file:
        file.seek((page[0] - 1) * pages)
        file.write(b"\xff" * pages)
    with pytest.raises(ArenaError, match="is damaged") as refused:
        here(GREEDY_RANDOM, copy, 20)
    assert " units can be read; save them with: sqlite3 " in str(refused.value)
    assert ".recover | sqlite3 saved.db" in str(refused.value)


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("UPDATE arena SET value = '{' WHERE key = 'seed'", "the table arena is damaged"),
        ("UPDATE arena SET value = x'ff' WHERE key = 'seed'", "the table arena is damaged"),
        ("UPDATE arena SET value = '\"four\"' WHERE key = 'format'", "its format is 'four'"),
        ("UPDATE arena SET value = '7' WHERE key = 'code'", "its code is 7"),
        ("UPDATE arena SET value = '[]' WHERE key = 'solvers'", "solvers = "),
        ("DELETE FROM arena WHERE key = 'seed'", "seed = null, not 5"),
        ("DROP TABLE unit", "no such table: unit"),
        ("DROP TABLE arena", "is a database, but not an arena's"),
        ("ALTER TABLE game DROP COLUMN moves", "no such column: moves"),
        ("DROP TABLE session", "no such table: session"),
    ],
)
def test_a_damaged_table_is_named(copy, statement, message):
    changed_by(copy, statement)
    with pytest.raises(ArenaError, match=message) as refused:
        here(GREEDY_RANDOM, copy, 20)
    assert str(copy) in str(refused.value)


def test_a_session_with_broken_versions_counts_as_an_unknown_release(copy):
    changed_by(copy, "UPDATE session SET versions = '[1]'")
    assert here(GREEDY_RANDOM, copy, 20).json_report["releases"] == {"unknown": 10}


@pytest.mark.parametrize("name", ["", ":memory:", "/dev/null"])
def test_a_name_under_which_nothing_would_be_kept_is_refused(name):
    with pytest.raises(ArenaError, match="right would be a file such as"):
        here(GREEDY_RANDOM, name, 4)


def test_another_program_s_database_stays_as_it_is(tmp_path):
    path = tmp_path / "others.db"
    changed_by(path, "CREATE TABLE letters (text)")
    before = path.read_bytes()
    with pytest.raises(ArenaError, match="not an arena's"):
        here(GREEDY_RANDOM, path, 4)
    assert path.read_bytes() == before


def test_a_file_with_the_name_of_the_lock_stays_as_it_is(tmp_path):
    other = tmp_path / "Cargo.lock"
    other.write_text("version = 3\n")
    with pytest.raises(ArenaError, match="is no lock, but"):
        here(GREEDY_RANDOM, tmp_path / "Cargo", 4)
    assert other.read_text() == "version = 3\n"


def test_a_file_of_another_release_goes_on_and_the_report_says_who_played(copy, monkeypatch):
    changed_by(copy, """UPDATE session SET versions = '{"kiebitz": "0.0.9"}'""")
    changed_by(copy, "UPDATE arena SET value = '\"0.0.9\"' WHERE key = 'version'")
    changed_by(copy, "UPDATE arena SET value = '\"another\"' WHERE key IN ('learned', 'parameters')")
    report = here(GREEDY_RANDOM, copy, 24).json_report
    assert report["pairs"] == 12
    assert [*report["releases"].values()] == [10, 2]
    assert "kiebitz 0.0.9: 10 units" in run(
        "arena", "--solvers", "greedy,random", "--seed", 5, "--games", 24, "--db", copy
    ).stdout.replace("\n", " ")
    changed_by(copy, "UPDATE arena SET value = '\"another\"' WHERE key = 'learned'")
    with pytest.raises(ArenaError, match="learned"):
        here(GREEDY_RANDOM, copy, 24)


def test_a_file_with_other_rules_is_refused(copy):
    changed_by(copy, "UPDATE arena SET value = '0' WHERE key = 'rules_version'")
    with pytest.raises(ArenaError, match="rules_version = 0, not 1"):
        here(GREEDY_RANDOM, copy, 20)


def test_only_options_whose_meaning_has_changed_have_other_rules_than_version_0_1():
    def version(game, **rules):
        return Plan(game, ("greedy", "random"), rules=rules).to_json()["rules_version"]

    assert version("quanto", discard="forced") == 2
    assert version("quanto") == version("kwatro", recycle="off") == version("qwinto") == 1


def test_a_file_from_before_the_aim_says_which_option_continues_it(copy):
    changed_by(copy, "DELETE FROM arena WHERE key = 'aim'")
    with pytest.raises(ArenaError, match="add --aim margin"):
        here(GREEDY_RANDOM, copy, 20)


def page(tmp_path, name, database="a.db"):
    options = ("--solvers", "greedy,random", "--games", "2", "--db", tmp_path / database)
    return run("arena", *options, "--report", tmp_path / name)


@pytest.mark.parametrize("end", ["", "-wal", "-shm", ".lock"])
def test_a_report_never_overwrites_a_file_of_its_database(tmp_path, end):
    here(changed(GREEDY_RANDOM, seed=0), tmp_path / "a.db", 2)
    before = (tmp_path / "a.db").read_bytes()
    (tmp_path / "link").symlink_to(tmp_path / f"a.db{end}")
    for name in (f"a.db{end}", "link"):
        result = page(tmp_path, name)
        assert result.exit_code == 2
        assert "belongs to the database" in result.stderr
    assert (tmp_path / "a.db").read_bytes() == before


def test_a_report_for_a_database_that_does_not_exist_yet_needs_another_name_too(tmp_path):
    result = page(tmp_path, "a.db")
    assert result.exit_code == 2
    assert not (tmp_path / "a.db").exists()


def test_a_report_replaces_only_reports_and_empty_files(tmp_path):
    notes = tmp_path / "notes.html"
    notes.write_text("<!DOCTYPE html>\n<p>my notes</p>\n")
    result = page(tmp_path, "notes.html")
    assert result.exit_code == 2
    assert "exists and is no report" in result.stderr
    assert notes.read_text().endswith("my notes</p>\n")
    (tmp_path / "page.html").touch()
    for _ in range(2):
        assert page(tmp_path, "page.html").exit_code == 0
    assert (tmp_path / "page.html").read_text().startswith("<!DOCTYPE html>")
    assert not (tmp_path / "page.html.unfinished").exists()


def test_the_columns_of_a_game_are_those_that_are_checked():
    assert GAME_COLUMNS.split(", ")[2:] == (
        ["seats", "scores", "forfeit", "reason", "moves", "movers", "times", "luck", "wins", "traceback"]
    )
