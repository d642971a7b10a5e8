"""Properties that only a process of its own shows: streams, pipes, signals, and no traceback for any input."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from command import EVENING, EVENING_LINE, run_process, start

# The same play in four directions: no search can tell them apart, so that none ends before its time.
FIRST_TURN = "kiebitz1 game=kwatro players=Anna,Ben to_move=Anna hand=RO1,BX4,GX2,YS3 grid=RT2"
READ_ONLY = [
    ("legal", "-"),
    ("check", "-"),
    ("perft", "-", "--sample", "1", "--depth", "2"),
    ("hint", "-", "--worlds", "16"),
    ("games",),
    ("solvers",),
]


@pytest.mark.parametrize("command", READ_ONLY, ids=lambda command: command[0])
def test_json_is_all_there_is_on_standard_output(command):
    status, stdout, _ = run_process(*command, "--json", stdin=EVENING.encode())
    assert status == 0
    assert stdout.count("\n") == 1
    json.loads(stdout)


@pytest.mark.parametrize("command", [*READ_ONLY, ("show", "-")], ids=lambda command: command[0])
def test_a_pipe_gets_no_colours_and_nothing_on_standard_error(command):
    status, stdout, stderr = run_process(*command, stdin=EVENING.encode())
    assert status == 0
    assert "\x1b" not in stdout
    assert stderr == ""


@pytest.mark.parametrize("command", ["hint", "legal", "show", "check", "perft"])
@pytest.mark.parametrize("text", [b"", b"\xff\xfe", b"game = 3", b"kiebitz1 game", b"[[[[", b'game = "chess"', b"\x00"])
def test_no_input_ends_in_a_traceback(command, text):
    status, stdout, stderr = run_process(command, "-", stdin=text)
    assert status in (1, 2)
    assert "Traceback" not in stderr
    assert (stdout or stderr).count("standard input") >= 1


@pytest.mark.parametrize("command", [("legal", "--all"), ("show",), ("hint", "--worlds", "16")], ids=lambda c: c[0])
def test_a_closed_pipe_is_no_error(command):
    with start(*command, "--line", EVENING_LINE) as process:
        process.stdout.close()
        stderr = process.stderr.read()
    assert process.returncode == 141
    assert stderr == b""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
@pytest.mark.parametrize("command", [("legal", "--line", EVENING_LINE), ("--help",), ("--version",), ("hint", "-h")])
def test_a_full_disk_is_reported_without_a_traceback(command):
    with open("/dev/full", "wb") as full, start(*command, stdout=full) as process:
        stderr = process.stderr.read().decode()
    assert process.returncode == 2
    assert "Traceback" not in stderr
    assert stderr.startswith("Error: ")


@pytest.mark.parametrize(
    ("command", "status"), [(("hint", "--worlds", "16", "--line", EVENING_LINE), 0), (("show", "nowhere.toml"), 2)]
)
def test_without_standard_error_messages_go_nowhere_and_answers_still_come(command, status):
    process = subprocess.run(
        ["sh", "-c", 'exec "$@" 2>&-', "sh", sys.executable, "-m", "kiebitz", *command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        check=False,
    )
    assert process.returncode == status
    assert (process.stdout != b"") == (status == 0)


def test_ctrl_c_ends_a_long_count_at_once_and_quietly():
    with start("perft", "--line", EVENING_LINE, "--sample", "1", "--depth", "40") as process:
        assert process.stdout.readline().startswith(b"depth")
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=20)
    assert process.returncode == 130
    assert stderr == b""


def test_ctrl_c_gives_the_answer_so_far():
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    command = ("hint", "--line", FIRST_TURN, "--solver", "talkative:Talkative", "--seconds", "300", "--json")
    with start(*command, env=environment) as process:
        assert process.stderr.readline() == b"searching\n"
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == 0, stderr
    answer = json.loads(stdout)
    assert answer["stop"] == "interrupted"
    assert answer["moves"]


def test_an_ascii_terminal_gets_every_line_without_complaint():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    text = EVENING.replace("Ben", "Jörg-Åsa").encode()
    status, stdout, stderr = run_process("show", "-", stdin=text, env=environment)
    assert (status, stderr) == (0, "")
    assert "J?rg" in stdout


def test_the_console_script_and_the_module_are_the_same_program():
    script = [sys.executable, "-c", "from kiebitz.cli.main import main; main()", "legal", "--line", EVENING_LINE]
    output = subprocess.run(script, capture_output=True, text=True, check=True).stdout
    assert output == run_process("legal", "--line", EVENING_LINE)[1]


def test_legal_loads_neither_rich_nor_numpy_nor_a_solver():
    code = (
        "import sys, kiebitz.cli.main as m\n"
        f"sys.argv = ['kiebitz', 'legal', '--line', {EVENING_LINE!r}]\n"
        "try: m.main()\n"
        "except SystemExit: pass\n"
        "searches = ['kiebitz.solvers.' + name for name in ('best', 'baselines', 'rollout', 'expectimax', 'run')]\n"
        "print([name for name in ('rich', 'numpy', *searches) if name in sys.modules], file=sys.stderr)\n"
    )
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stderr
    assert output.splitlines()[-1] == "[]"


@pytest.mark.parametrize(("name", "status"), [("kiebitz", 130), ("/usr/bin/kiebitz", 130), ("-m", 130), ("other", 1)])
def test_an_interrupt_while_the_command_line_loads_ends_it_without_a_traceback(name, status):
    """Other programs keep Python's way, here an error that ends with status 1."""
    code = f"""
import os, signal, sys
sys.argv = [{name!r}]
import kiebitz
try:
    os.kill(os.getpid(), signal.SIGINT)
except KeyboardInterrupt:
    sys.exit(1)
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout, found.stderr) == (status, "", "")


def test_the_quiet_start_begins_before_the_other_imports_and_ends_with_the_command():
    code = """
import signal, sys
sys.argv = ["kiebitz"]
import kiebitz
from kiebitz.quiet_start import end_quiet_start
own = [name for name in sys.modules if name.startswith("kiebitz.")]
end_quiet_start()
print(own[0], signal.getsignal(signal.SIGINT) is signal.default_int_handler)
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "kiebitz.quiet_start True\n"
