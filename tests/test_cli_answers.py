"""The output of the commands legal, check, show, perft, games, solvers and bench."""

import json
import shlex
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from command import EVENING, EVENING_LINE, FAULTY, OVER, run

import kiebitz
from kiebitz.cli.main import COMMANDS


@pytest.fixture
def evening(tmp_path):
    path = tmp_path / "evening.toml"
    path.write_text(EVENING)
    return path


def json_of(*arguments, stdin=None):
    """The JSON document that a command prints, which must be all of its standard output and ASCII."""
    result = run(*arguments, "--json", stdin=stdin)
    assert result.exit_code == 0, result.output
    assert result.stdout.isascii()
    return json.loads(result.stdout, parse_constant=pytest.fail)


def test_legal_lists_every_move_of_the_engine_with_its_points(evening):
    answer = json_of("legal", evening)
    moves = kiebitz.load(evening).legal_moves()
    assert {move["move"]: move["points"] for move in answer["moves"]} == {m.text: m.points for m in moves}
    assert (answer["game"], answer["to_move"], answer["count"]) == ("kwatro", "Anna", len(moves))


def test_legal_sorts_by_points_then_text(evening):
    moves = json_of("legal", evening)["moves"]
    keys = [(-move["points"], move["move"]) for move in moves]
    assert keys == sorted(keys)


def test_legal_gives_the_fields_of_each_kind_of_move(evening):
    moves = {move["move"]: move for move in json_of("legal", evening)["moves"]}
    assert moves["**@3,3 RS4@3,4"]["kind"] == "play"
    assert moves["**@3,3 RS4@3,4"]["cards"] == [["**", 3, 3], ["RS4", 3, 4]]
    assert (moves["pass"]["kind"], moves["pass"]["cards"]) == ("trade", [])


def test_legal_top_shortens_the_list_but_not_the_count(evening):
    whole, short = json_of("legal", evening), json_of("legal", evening, "--top", "3")
    assert short["moves"] == whole["moves"][:3]
    assert short["count"] == whole["count"]


def test_legal_counts_trades_unless_all_are_wanted(evening):
    short, long = run("legal", evening).stdout, run("legal", evening, "--all").stdout
    assert "64 trades and the pass" in short
    assert "  trade " not in short
    assert long.count("  trade ") == 64


def test_legal_reads_a_file_standard_input_and_a_line_alike(evening):
    from_file = json_of("legal", evening)
    assert json_of("legal", "-", stdin=EVENING) == from_file
    assert json_of("legal", "--line", EVENING_LINE) == from_file
    assert json_of("legal", "-", stdin=EVENING_LINE) == from_file


def test_legal_says_that_a_game_is_over(tmp_path):
    path = tmp_path / "over.toml"
    path.write_text(OVER)
    assert "over" in run("legal", path).stdout
    answer = json_of("legal", path)
    assert (answer["to_move"], answer["decision"], answer["count"], answer["moves"]) == (None, None, 0, [])


def test_check_says_possible(evening):
    assert run("check", evening).stdout == "possible\n"
    assert json_of("check", evening) == {"ok": True, "faults": []}


def test_check_names_every_fault_in_json(tmp_path):
    path = tmp_path / "faulty.toml"
    path.write_text(FAULTY)
    result = run("check", path, "--json")
    answer = json.loads(result.stdout)
    assert result.exit_code == 1
    assert answer["ok"] is False
    assert all(set(fault) == {"where", "what"} for fault in answer["faults"])
    assert any("RX1" in fault["what"] for fault in answer["faults"])


def test_check_names_each_file_when_there_are_several(evening, tmp_path):
    other = tmp_path / "other.toml"
    other.write_text(EVENING)
    assert run("check", evening, other).stdout == f"{evening}: possible\n{other}: possible\n"


def test_show_draws_every_card_the_hand_and_the_scores(evening):
    picture = run("show", evening).stdout
    for text in ("RO3", "RT2", "GX1", "RS4", "**", "Anna", "Ben", "40", "214", "47"):
        assert text in picture


def test_show_draws_the_same_if_the_width_is_unknown(evening, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    usual = run("show", evening).stdout
    monkeypatch.setenv("COLUMNS", "0")
    assert run("show", evening).stdout == usual


def test_perft_counts_the_legal_moves_first(evening):
    answer = json_of("perft", evening, "--sample", "1", "--depth", "2")
    assert answer["depth"][0] == json_of("legal", evening)["count"]
    assert len(answer["depth"]) == 2


def test_perft_prints_a_row_a_depth_with_the_same_counts(evening):
    counts = json_of("perft", evening, "--sample", "1", "--depth", "2")["depth"]
    rows = run("perft", evening, "--sample", "1", "--depth", "2").stdout.splitlines()[1:]
    assert [int(row.split()[1].replace(",", "")) for row in rows] == counts


def test_games_lists_every_option_with_default_and_allowed_values():
    options = json_of("games")["kwatro"]["options"]
    assert options["recycle"] == {"default": "before_action", "allowed": ["before_action", "consumes_turn", "off"]}
    printed = run("games").stdout
    assert all(name in printed for name in options)


def test_solvers_lists_parameters_with_defaults():
    found = json_of("solvers")
    assert {"random", "greedy", "rollout", "best"} <= set(found)
    assert "plies" in found["rollout"]["parameters"]
    printed = run("solvers").stdout
    assert all(name in printed for name in found)


def test_solvers_shows_the_meaning_and_the_allowed_values_of_each_parameter():
    for name, solver in json_of("solvers").items():
        for parameter, described in solver["parameters"].items():
            assert described["about"], f"{name}:{parameter}"
    policy = json_of("solvers")["rollout"]["parameters"]["policy"]
    assert policy["allowed"] == "greedy, random, static, heuristic"
    assert "The policy of all" in run("solvers").stdout


SPEEDS = {
    "signature": "0123abcd",
    "version": "0.1.0",
    "games": {
        "kwatro": {
            "movegen_per_s": 987654.321,
            "moves_per_s": 3.1e6,
            "playouts_per_s": 180000.0,
            "greedy_games_per_s": 16000.0,
            "search": {"rollout": {"nodes": 12345, "nodes_per_s": 654321.0}},
        }
    },
}


@pytest.fixture
def measured(monkeypatch):
    """Replaces the measurement, which takes a while."""
    import kiebitz.benchmarks

    def bench(progress):
        progress(0.5)
        return SPEEDS

    module = SimpleNamespace(bench=bench)
    monkeypatch.setattr(kiebitz.benchmarks, "speed", module, raising=False)
    monkeypatch.setitem(sys.modules, "kiebitz.benchmarks.speed", module)


@pytest.mark.usefixtures("measured")
def test_bench_prints_the_speeds_and_the_signature():
    printed = run("bench").stdout
    for text in ("987,654", "3,100,000", "16,000", "rollout", "12,345", "654,321", "signature 0123abcd"):
        assert text in printed


@pytest.mark.usefixtures("measured")
def test_bench_gives_the_measurement_as_json():
    answer = json_of("bench")
    assert answer["signature"] == "0123abcd"
    assert answer["games"]["kwatro"]["search"] == {"rollout": {"nodes": 12345, "nodes_per_s": 654321.0}}


@pytest.mark.parametrize("command", [[], *([function.__name__] for function, _ in COMMANDS)], ids=str)
def test_every_help_ends_with_an_example_of_its_command(command):
    last = run(*command, "--help").stdout.rstrip().splitlines()[-1]
    assert last.strip().startswith(" ".join(["Example: kiebitz", *command]))


@pytest.mark.parametrize("example", [example for _, example in COMMANDS if " bench" not in example])
def test_the_examples_in_the_help_run(example, monkeypatch, tmp_path):
    root = Path(__file__).resolve().parents[1]
    if not (root / "examples").is_dir():
        pytest.skip("the examples are not installed with the package")
    (tmp_path / "examples").symlink_to(root / "examples")
    monkeypatch.chdir(tmp_path)
    if example.startswith("kiebitz records"):
        run("arena", "--solvers", "greedy,random", "--games", "2")  # keeps arena.db
    result = run(*shlex.split(example)[1:])
    assert result.exit_code == 0, result.output
    assert result.stdout


def test_the_version_is_that_of_the_package():
    assert run("--version").stdout == f"kiebitz {kiebitz.__version__}\n"
