"""The command lines of the developers' programs: bad input ends each with status 2 and what is wrong."""

from importlib import import_module
from pathlib import Path

import pytest

from kiebitz import benchmarks

FOLDER = Path(benchmarks.__path__[0])
REFUSED = [
    ("arena.overhead", "nosuch", "invalid choice: 'nosuch'"),
    ("arena.overhead", "--rounds 0", "--rounds: must be at least 1"),
    ("arena.scaling", "nosuch", "needs two solvers or more"),
    ("arena.scaling", "greedy,nosuch", "no solver 'nosuch'"),
    ("arena.scaling", "greedy,greedy kwatro 5", "units: must be at least 10"),
    ("compare", "--old python --new python --rounds 0", "--rounds: must be at least 1"),
    ("endings", "kwatro --games 0", "--games: must be at least 1"),
    ("error_rate", "quanto greedyy", "did you mean 'greedy'"),
    ("error_rate", "quanto greedy --judging 1", "--judging: must be at least 2"),
    ("error_rate", "quanto greedy --seconds 0", "--seconds: must be more than 0"),
    ("error_rate", "quanto greedy --players 9", "quanto is for"),
    ("growth", "kwatro --nodes 9", "--nodes: must be at least 10"),
    ("threads", "kwatro --rounds 0", "--rounds: must be at least 1"),
    ("tuning.fit_belief", "kwatro --games 0", "--games: must be at least 1"),
    ("tuning.fit_belief", "kwatro --player nosuch", "no solver 'nosuch'"),
    ("tuning.fit_belief", "kwatro --players 1", "kwatro is for 2 to 4 players, not 1"),
    ("tuning.fit_flattery", "kwatro --solver nosuch", "no solver 'nosuch'"),
    ("tuning.fit_flattery", "kwatro --solver oracle", "sees all cards"),
    ("tuning.fit_spread", "kwatro --games 0", "--games: must be at least 1"),
    ("tuning.fit_spread", "kwatro --players 9", "kwatro is for 2 to 4 players, not 9"),
    ("tuning.fit_spread", f"kwatro --seed {2**64}", "--seed: must be below 2**63"),
    ("luck_ratio", "static greedy --plies x", "--plies: invalid"),
    ("luck_ratio", "static greedy --units 1", "--units: must be at least 2"),
    ("luck_ratio", "static nosuch", "no solver 'nosuch'"),
    ("luck_ratio", "static oracle", "sees all cards"),
    ("peers", "--rounds 0", "--rounds: must be at least 1"),
    ("peers", "--seconds nan", "--seconds: must be more than 0"),
    ("tuning.tune_expectimax", "turns=2 --games 1 --nodes 9", "--games: must be at least 2"),
    ("tuning.tune_expectimax", "turns=2", "--nodes, --worlds or --seconds"),
    ("tuning.tune_expectimax", "turns=2 turns=99 --nodes 9", "turns must be in 1..7"),
    ("tuning.tune_qwinto", "--games 0", "--games: must be at least 1"),
    ("tuning.tune_tree", "kwatro --nodes -1", "--nodes: must be at least 1"),
    ("tuning.tune_tree", "kwatro --vary c", "parameter c of solver mcts must be a number"),
    ("tuning.tune_tree", "kwatro --against endgame --games 2", "no game came to its end"),
    ("tuning.tune_tree", "nosuch", "invalid choice: 'nosuch'"),
]


def program(name):
    found = import_module(f"kiebitz.benchmarks.{name}")
    return import_module(f"{found.__name__}.__main__") if hasattr(found, "__path__") else found


@pytest.mark.parametrize(("name", "words", "told"), REFUSED)
def test_bad_input_ends_with_status_2_and_what_is_wrong(name, words, told, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        program(name).main(words.split())
    assert ended.value.code == 2
    captured = capsys.readouterr()
    assert told in captured.err
    assert captured.out == ""


def test_every_program_is_among_them():
    programs = [path for path in FOLDER.rglob("*.py") if 'if __name__ == "__main__":' in path.read_text()]
    names = {".".join(path.relative_to(FOLDER).with_suffix("").parts).removesuffix(".__main__") for path in programs}
    assert names - {"measures"} == {name for name, _, _ in REFUSED}  # measures talks to compare, not to people
