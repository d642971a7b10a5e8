"""Facts that come from elsewhere than a file are refused where they say what cannot be."""

import pytest

import kiebitz


@pytest.mark.parametrize("depth", [0, 3, 55])
def test_traded_cards_of_kwatro_must_lie_below_all_others(depth):
    position = kiebitz.game("kwatro").deal(1)
    facts = position.facts()
    traders = [None] * len(facts["pile"])
    traders[depth] = 0
    with pytest.raises(kiebitz.PositionError, match="traded cards lie below all others"):
        position.game.position({**facts, "traded_by": traders}, position.names)
    traders[depth:] = [0] * (len(traders) - depth)
    assert position.game.position({**facts, "traded_by": traders}, position.names).facts()["traded_by"] == traders
