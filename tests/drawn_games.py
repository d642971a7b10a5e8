"""Deals of all games with all numbers of players and all options, as Hypothesis draws them."""

from importlib import import_module

from hypothesis import strategies as st

import kiebitz

PLAYERS = {"kwatro": (2, 4), "quanto": (2, 6), "qwinto": (1, 8)}
GAMES = st.sampled_from(sorted(PLAYERS))
SEEDS = st.integers(0, 2**64 - 1)


def book_of(game):
    """The rule book of a game."""
    return import_module(f"rulebook.{game.name}")


@st.composite
def options(draw, name, players):
    """Options that go together with the number of players; each of them is drawn freely."""
    found = {option: draw(st.sampled_from(values)) for option, values in drawable(name).items()}
    if name == "qwinto":
        found |= {"max_players": max(4, players), "start_player": draw(st.integers(0, players - 1))}
    return found


def drawable(name):
    """The values of the options that do not depend on the number of players."""
    values = import_module(f"rulebook.{name}").ALL_OPTIONS
    return {option: values[option] for option in values if option not in ("max_players", "start_player")}


@st.composite
def deals(draw, names=GAMES):
    """A position after a deal."""
    name = draw(names)
    players = draw(st.integers(*PLAYERS[name]))
    return kiebitz.game(name, players, draw(options(name, players))).deal(draw(SEEDS))


def play_on(position, choice, most):
    """Plays at most that many decisions; seven in ten are greedy, so that tables, stacks and sheets fill."""
    for _ in range(most):
        if not position.over:
            position.play(
                position.greedy_move() if choice.random() < 0.7 else position.random_move(choice.getrandbits(64))
            )
    return position
