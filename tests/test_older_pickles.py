"""Positions, views and moves that version 0.1 has pickled are read."""

import pickle
from pathlib import Path

import pytest

import kiebitz

# (value, its line or its text) for each, pickled by version 0.1.0.
PICKLED = pickle.loads((Path(__file__).parent / "data" / "values_0.1.pickle").read_bytes())


@pytest.mark.parametrize(("value", "text"), PICKLED, ids=[text.split("players")[0] for _, text in PICKLED])
def test_a_value_pickled_by_version_0_1_is_the_same_value_today(value, text):
    if isinstance(value, kiebitz.Move):
        assert value.text == text
    else:
        assert value.to_line() == text
        assert value == kiebitz.parse(text)


def test_positions_views_and_moves_of_every_game_are_among_them():
    found = {(type(value), value.game.name) for value, _ in PICKLED if not isinstance(value, kiebitz.Move)}
    assert found == {
        (kind, name) for kind in (kiebitz.Position, kiebitz.View) for name in ("kwatro", "quanto", "qwinto")
    }
    assert sum(isinstance(value, kiebitz.Move) for value, _ in PICKLED) == 3
