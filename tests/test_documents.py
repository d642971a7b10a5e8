"""Examples in the documents must work as shown."""

import re
from pathlib import Path

import pytest

import kiebitz

ROOT = Path(__file__).parents[1]
TABLES = re.findall(r"```toml\n(.*?)```", (ROOT / "README.md").read_text(), re.S)
EXAMPLES = sorted(path for name in kiebitz.GAMES for path in (ROOT / "examples" / name).glob("*.toml"))


@pytest.mark.parametrize("text", TABLES, ids=lambda text: text.split('"')[1])
def test_every_table_of_the_readme_is_possible_and_gets_a_hint(text):
    assert kiebitz.check(text) == []
    assert kiebitz.hint(kiebitz.parse(text), worlds=8).moves


def test_the_readme_shows_a_table_of_every_game():
    assert {kiebitz.parse(text).game.name for text in TABLES} == set(kiebitz.GAMES)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_example_is_possible_and_gets_a_hint_from_every_solver(path):
    assert kiebitz.check(path) == []
    for solver in ("random", "greedy", "rollout", "mcts", "pimc"):
        assert kiebitz.hint(kiebitz.load(path), solver, worlds=8).best


def test_each_game_has_at_least_six_examples():
    for name in kiebitz.GAMES:
        assert len([path for path in EXAMPLES if path.parent.name == name]) >= 6
