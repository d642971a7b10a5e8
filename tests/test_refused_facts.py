"""Facts that come from no file: impossible facts are refused, and possible ones give the original position or view."""

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


def test_where_rainbow_cards_do_not_fill_the_display_of_quanto_each_needs_one_more():
    game = kiebitz.game("quanto", rules={"rainbow_display": "state"})
    deals = (game.deal(seed) for seed in range(100))
    position = next(one for one in deals if any(card.endswith("*") for card in one.facts()["display"]))
    facts = position.facts()
    plain = next(card for card in facts["display"] if not card.endswith("*"))
    short = {**facts, "display": list(facts["display"]), "pile": [plain, *facts["pile"]]}
    short["display"].remove(plain)
    assert len(short["display"]) >= game.options.cards(2)
    assert kiebitz.game("quanto").position(short, position.names)
    with pytest.raises(kiebitz.PositionError, match=f"right would be at least {len(facts['display'])}"):
        game.position(short, position.names)


@pytest.mark.parametrize("name", kiebitz.GAMES)
def test_a_view_is_the_same_byte_by_byte_when_it_is_made_from_its_facts(name):
    """Drawn or played cards leave no traces in it."""
    position = kiebitz.game(name, 2).deal(3)
    while not position.over:
        position.play(position.greedy_move())
        view = position.view()
        again = position.game.view(view.facts(), position.names)
        assert view == again
        assert view._bytes() == again._bytes()
