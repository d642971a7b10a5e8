"""The command lines of the developers' programs: bad input ends each with status 2 and a message."""

from importlib import import_module
from pathlib import Path

import pytest

import tools
from kiebitz import benchmarks
from tools.probe.__main__ import PROBES

PACKAGES = {"kiebitz.benchmarks": Path(benchmarks.__path__[0]), "tools": Path(tools.__path__[0])}
AT_LEAST = "is not in the range x>="
REFUSED = [
    ("tools.probe", "overhead nosuch", "'nosuch' is no game; there are kwatro, quanto, qwinto"),
    ("tools.probe", "overhead --rounds 0", f"'--rounds': 0 {AT_LEAST}1"),
    ("tools.probe", "scaling nosuch", "needs two solvers or more"),
    ("tools.probe", "scaling greedy,nosuch", "no solver 'nosuch'"),
    ("tools.probe", "scaling greedy,greedy kwatro 5", f"'UNITS': 5 {AT_LEAST}10"),
    ("tools.probe", "endings kwatro --games 0", f"'--games': 0 {AT_LEAST}1"),
    ("tools.probe", "endings kwatro --player nosuch", "no solver 'nosuch'"),
    ("tools.probe", "growth kwatro --nodes 9", f"'--nodes': 9 {AT_LEAST}10"),
    ("tools.probe", "threads kwatro --rounds 0", f"'--rounds': 0 {AT_LEAST}1"),
    ("tools.probe", "luck_ratio static greedy --plies x", "'--plies': 'x' is no list of whole numbers"),
    ("tools.probe", "luck_ratio static greedy --units 1", f"'--units': 1 {AT_LEAST}2"),
    ("tools.probe", "luck_ratio static greedy --policy random", "'--policy': 'random' is no such policy"),
    ("tools.probe", "luck_ratio static nosuch", "no solver 'nosuch'"),
    ("tools.probe", "luck_ratio static oracle", "sees all cards"),
    ("tools.probe", "nosuch", "No such command 'nosuch'"),
    ("kiebitz.benchmarks.compare", "--old python --new python --rounds 0", f"'--rounds': 0 {AT_LEAST}1"),
    ("kiebitz.benchmarks.compare", "--old nosuch --new nosuch", "No such file or directory: 'nosuch'"),
    ("tools.coverage", "kwatro --keep x --playouts 1", f"'--playouts': 1 {AT_LEAST}2"),
    ("tools.error_rate", "quanto greedyy", "did you mean 'greedy'"),
    ("tools.error_rate", "quanto greedy --judging 1", f"'--judging': 1 {AT_LEAST}2"),
    ("tools.error_rate", "quanto greedy --seconds 0", "'--seconds': must be a number above 0"),
    ("tools.error_rate", "quanto greedy --players 9", "quanto is for"),
    ("tools.fuzz", "nosuch", "'nosuch' is no target; there are files, lines, moves, solvers, stores"),
    ("tools.last_writes", "--nosuch", "No such option: --nosuch"),
    ("tools.late_positions", "qwinto", "'qwinto' has no such endings; right would be kwatro or quanto"),
    ("tools.late_positions", "kwatro --want 2:5", "'2:5' is no such list; right would be such as 2/5=80,2/6=20"),
    ("tools.value_errors", "kwatro --games 0", f"'--games': 0 {AT_LEAST}1"),
    ("tools.mutants", "nosuch", "no fault nosuch"),
    ("tools.error_rate", "quanto greedy --pile -1 5", "least comes first"),
    ("tools.tuning.fit_belief", "kwatro --games 0", f"'--games': 0 {AT_LEAST}1"),
    ("tools.tuning.fit_belief", "kwatro --player nosuch", "no solver 'nosuch'"),
    ("tools.tuning.fit_belief", "kwatro --players 1", "kwatro is for 2 to 4 players, not 1"),
    ("tools.tuning.fit_belief", "qwinto", "moves of qwinto tell nothing about hands"),
    ("tools.tuning.fit_rollout_bias", "kwatro --solver nosuch", "no solver 'nosuch'"),
    ("tools.tuning.fit_rollout_bias", "kwatro --solver oracle", "sees all cards"),
    ("tools.tuning.fit_rollout_bias", "quanto", "'quanto' needs no such constants"),
    ("tools.tuning.fit_margin_sd", "kwatro --games 0", f"'--games': 0 {AT_LEAST}1"),
    ("tools.tuning.fit_margin_sd", "kwatro --players 9", "kwatro is for 2 to 4 players, not 9"),
    ("tools.tuning.fit_margin_sd", f"kwatro --seed {2**64}", f"'--seed': {2**64} is not in the range 0<=x<="),
    ("kiebitz.benchmarks.peers", "--rounds 0", f"'--rounds': 0 {AT_LEAST}1"),
    ("kiebitz.benchmarks.peers", "--seconds nan", "'--seconds': must be a number above 0"),
    ("tools.train_ranking", "kwatro --players 5", "kwatro is for 2 to 4 players, not 5"),
    ("tools.train_self_play", "kwatro --players 5", "kwatro is for 2 to 4 players, not 5"),
    ("tools.tuning.tune_expectimax", "turns=2 --games 1 --nodes 9", f"'--games': 1 {AT_LEAST}2"),
    ("tools.tuning.tune_expectimax", "turns=2", "--nodes, --worlds or --seconds"),
    ("tools.tuning.tune_expectimax", "turns=2 turns=99 --nodes 9", "turns must be in 1..7"),
    ("tools.tuning.tune_qwinto", "--games 0", f"'--games': 0 {AT_LEAST}1"),
    ("tools.tuning.tune_tree", "kwatro --nodes -1", f"'--nodes': -1 {AT_LEAST}1"),
    ("tools.tuning.tune_tree", "kwatro --vary c", "parameter c of solver mcts must be a number"),
    ("tools.tuning.tune_tree", "kwatro --against endgame --games 2", "no game came to its end"),
    ("tools.tuning.tune_tree", "nosuch", "'nosuch' is no game"),
]


def program(name):
    found = import_module(name)
    return import_module(f"{found.__name__}.__main__") if hasattr(found, "__path__") else found


@pytest.mark.parametrize(("name", "words", "told"), REFUSED)
def test_bad_input_ends_with_status_2_and_a_message(name, words, told, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert program(name).main(words.split()) == 2
    captured = capsys.readouterr()
    assert told in captured.err
    assert "Traceback" not in captured.err
    assert captured.out == ""


def programs():
    """Module names of all programs, as `python -m` takes them."""
    for package, folder in PACKAGES.items():
        for path in folder.rglob("*.py"):
            if 'if __name__ == "__main__":' in path.read_text():
                parts = path.relative_to(folder).with_suffix("").parts
                yield ".".join((package, *parts)).removesuffix(".__main__")


def test_every_program_is_among_them():
    # The program workloads talks to compare, not to people.
    assert set(programs()) - {"kiebitz.benchmarks.workloads"} == {name for name, _, _ in REFUSED}


def test_every_probe_is_among_them():
    assert set(PROBES) == {words.split()[0] for name, words, _ in REFUSED if name == "tools.probe"} - {"nosuch"}
