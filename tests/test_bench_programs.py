"""The command lines of the developers' programs: bad input ends each with status 2 and what is wrong."""

from importlib import import_module
from pathlib import Path

import pytest

import tools
from kiebitz import benchmarks

PACKAGES = {"kiebitz.benchmarks": Path(benchmarks.__path__[0]), "tools": Path(tools.__path__[0])}
REFUSED = [
    ("tools.overhead", "nosuch", "invalid choice: 'nosuch'"),
    ("tools.overhead", "--rounds 0", "--rounds: must be at least 1"),
    ("tools.scaling", "nosuch", "needs two solvers or more"),
    ("tools.scaling", "greedy,nosuch", "no solver 'nosuch'"),
    ("tools.scaling", "greedy,greedy kwatro 5", "units: must be at least 10"),
    ("kiebitz.benchmarks.compare", "--old python --new python --rounds 0", "--rounds: must be at least 1"),
    ("tools.endings", "kwatro --games 0", "--games: must be at least 1"),
    ("tools.error_rate", "quanto greedyy", "did you mean 'greedy'"),
    ("tools.error_rate", "quanto greedy --judging 1", "--judging: must be at least 2"),
    ("tools.error_rate", "quanto greedy --seconds 0", "--seconds: must be more than 0"),
    ("tools.error_rate", "quanto greedy --players 9", "quanto is for"),
    ("tools.growth", "kwatro --nodes 9", "--nodes: must be at least 10"),
    ("tools.mutants", "nosuch", "no fault nosuch"),
    ("tools.threads", "kwatro --rounds 0", "--rounds: must be at least 1"),
    ("tools.tuning.fit_belief", "kwatro --games 0", "--games: must be at least 1"),
    ("tools.tuning.fit_belief", "kwatro --player nosuch", "no solver 'nosuch'"),
    ("tools.tuning.fit_belief", "kwatro --players 1", "kwatro is for 2 to 4 players, not 1"),
    ("tools.tuning.fit_flattery", "kwatro --solver nosuch", "no solver 'nosuch'"),
    ("tools.tuning.fit_flattery", "kwatro --solver oracle", "sees all cards"),
    ("tools.tuning.fit_spread", "kwatro --games 0", "--games: must be at least 1"),
    ("tools.tuning.fit_spread", "kwatro --players 9", "kwatro is for 2 to 4 players, not 9"),
    ("tools.tuning.fit_spread", f"kwatro --seed {2**64}", "--seed: must be below 2**63"),
    ("tools.luck_ratio", "static greedy --plies x", "--plies: invalid"),
    ("tools.luck_ratio", "static greedy --units 1", "--units: must be at least 2"),
    ("tools.luck_ratio", "static nosuch", "no solver 'nosuch'"),
    ("tools.luck_ratio", "static oracle", "sees all cards"),
    ("kiebitz.benchmarks.peers", "--rounds 0", "--rounds: must be at least 1"),
    ("kiebitz.benchmarks.peers", "--seconds nan", "--seconds: must be more than 0"),
    ("tools.tuning.tune_expectimax", "turns=2 --games 1 --nodes 9", "--games: must be at least 2"),
    ("tools.tuning.tune_expectimax", "turns=2", "--nodes, --worlds or --seconds"),
    ("tools.tuning.tune_expectimax", "turns=2 turns=99 --nodes 9", "turns must be in 1..7"),
    ("tools.tuning.tune_qwinto", "--games 0", "--games: must be at least 1"),
    ("tools.tuning.tune_tree", "kwatro --nodes -1", "--nodes: must be at least 1"),
    ("tools.tuning.tune_tree", "kwatro --vary c", "parameter c of solver mcts must be a number"),
    ("tools.tuning.tune_tree", "kwatro --against endgame --games 2", "no game came to its end"),
    ("tools.tuning.tune_tree", "nosuch", "invalid choice: 'nosuch'"),
]


def program(name):
    found = import_module(name)
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


def programs():
    """Module names of all programs, as `python -m` takes them."""
    for package, folder in PACKAGES.items():
        for path in folder.rglob("*.py"):
            if 'if __name__ == "__main__":' in path.read_text():
                parts = path.relative_to(folder).with_suffix("").parts
                yield ".".join((package, *parts)).removesuffix(".__main__")


def test_every_program_is_among_them():
    # train_self_play and train_ranking have tests of their own; measures talks to compare, not to people.
    own = {"tools.train_self_play", "tools.train_ranking", "kiebitz.benchmarks.measures"}
    assert set(programs()) - own == {name for name, _, _ in REFUSED}
