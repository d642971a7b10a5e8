"""Bad input ends with status 2 and a message that names the place; a "no" ends with status 1."""

import pytest
from command import EVENING, EVENING_LINE, FAULTY, OVER, run

READERS = ("hint", "legal", "show", "perft", "check")


@pytest.fixture
def evening(tmp_path):
    path = tmp_path / "evening.toml"
    path.write_text(EVENING)
    return path


def refused(result, *mentions):
    """Asserts status 2, an empty standard output, and a message that contains all of these words."""
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    for mention in mentions:
        assert mention in result.stderr
    return True


@pytest.mark.parametrize("command", READERS)
def test_a_missing_file_is_named(command, tmp_path):
    assert refused(run(command, tmp_path / "nowhere.toml"), "nowhere.toml")


@pytest.mark.parametrize("command", READERS)
def test_a_directory_is_no_position(command, tmp_path):
    assert refused(run(command, tmp_path), str(tmp_path))


@pytest.mark.parametrize("command", READERS)
def test_a_binary_file_is_no_position(command, tmp_path):
    path = tmp_path / "table.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\x00\xff\xfe")
    assert refused(run(command, path), "table.png", "UTF-8")


@pytest.mark.parametrize("command", READERS)
def test_binary_standard_input_is_no_position(command):
    assert refused(run(command, "-", stdin=b"\xff\xfe\x00"), "standard input", "UTF-8")


@pytest.mark.parametrize("command", READERS)
def test_empty_standard_input_is_no_position(command):
    result = run(command, "-", stdin="")
    assert result.exit_code in (1, 2)
    assert "standard input" in result.output


@pytest.mark.parametrize("command", READERS)
def test_no_position_at_all_says_how_to_give_one(command):
    assert refused(run(command), "FILE", "--line")


@pytest.mark.parametrize("command", ["hint", "legal", "show", "perft"])
def test_two_positions_at_once_are_refused(command, evening):
    assert refused(run(command, evening, "--line", EVENING_LINE), "one position")


@pytest.mark.parametrize("command", ["hint", "legal", "show", "perft"])
def test_an_impossible_position_is_refused_with_file_line_and_field(command, tmp_path):
    path = tmp_path / "faulty.toml"
    path.write_text(FAULTY)
    assert refused(run(command, path), "faulty.toml", "line 7", "grid", "RX1")


def test_a_syntax_error_names_file_line_and_column(tmp_path):
    path = tmp_path / "broken.toml"
    path.write_text('game = "kwatro"\nplayers = [Anna]\n')
    assert refused(run("legal", path), "broken.toml", "line 2", "column")


def test_a_faulty_line_names_the_option_and_the_key():
    assert refused(run("legal", "--line", EVENING_LINE.replace("GX1", "ZX1")), "--line", "hand", "ZX1")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--nodes", "0"),
        ("--nodes", "many"),
        ("--worlds", "-3"),
        ("--threads", "0"),
        ("--top", "0"),
        ("--seed", "-1"),
        ("--seed", str(2**64)),
        ("--seconds", "0"),
        ("--seconds", "-1"),
        ("--seconds", "nan"),
        ("--seconds", "inf"),
        ("--seconds", "soon"),
    ],
)
def test_a_limit_out_of_range_is_refused_by_its_name(arguments, evening):
    assert refused(run("hint", evening, *arguments), arguments[0])


@pytest.mark.parametrize(
    ("solver", "mention"),
    [
        ("roullout", "rollout"),
        ("rollout:plays=3", "plays"),
        ("rollout:plies=many", "plies"),
        ("rollout:plies", "plies=VALUE"),
        ("rollout:plies=2:plies=99", "twice"),
        ("endgame:until=nobody", "no solver 'nobody'"),
        (":", "module:factory"),
        ("nosuchmodule:factory", "nosuchmodule"),
        ("os:getcwd", "advise"),
        ("sys:argv", "--solver"),
        ("", "rollout"),
    ],
)
def test_an_unknown_solver_or_parameter_is_refused_with_the_known_ones(solver, mention, evening):
    assert refused(run("hint", evening, "--solver", solver, "--worlds", "8"), mention)


@pytest.mark.parametrize("move", ["BX2@0,9", "nonsense", ""])
def test_a_move_to_judge_as_well_must_be_legal(move, evening):
    assert refused(run("hint", evening, "--also", move), "--also")


def test_the_message_about_an_illegal_move_to_judge_names_the_decision_and_kiebitz_legal(evening):
    assert refused(run("hint", evening, "--also", "GX1@9,9"), "Anna to move, decision: turn", "kiebitz legal")


def test_standard_input_is_checked_only_once():
    assert refused(run("check", "-", "-", stdin=EVENING), "once")


def test_a_hint_for_a_finished_game_is_refused(tmp_path):
    path = tmp_path / "over.toml"
    path.write_text(OVER)
    assert refused(run("hint", path), "over")


def test_perft_says_which_cards_a_view_lacks_and_what_to_do(evening):
    assert refused(run("perft", evening), "4 cards of Ben", "47 cards of the pile", "--sample")


def test_perft_needs_a_depth_of_at_least_one(evening):
    assert refused(run("perft", evening, "--sample", "1", "--depth", "0"), "--depth")


@pytest.mark.parametrize("arguments", [("frobnicate",), ("hint", "--frobnicate"), ("games", "kwatro")])
def test_unknown_commands_options_and_arguments_are_refused(arguments):
    assert refused(run(*arguments), arguments[-1])


def test_check_answers_no_with_status_one_and_one_fault_a_line(tmp_path):
    path = tmp_path / "faulty.toml"
    path.write_text(FAULTY)
    result = run("check", path)
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) >= 2
    assert all(line.startswith(f"{path}, line") for line in result.stdout.splitlines())


def test_check_looks_at_all_files_although_one_is_missing(evening, tmp_path):
    result = run("check", evening, tmp_path / "nowhere.toml", evening)
    assert result.exit_code == 2
    assert result.stdout.count("possible") == 1  # the same file twice is one answer
    assert "nowhere.toml" in result.stderr
