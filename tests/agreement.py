"""Plays random games with the engine and a rule book in parallel. They must agree on everything at every decision."""

import random
from importlib import import_module

import kiebitz


def random_options(book, choice):
    """The defaults, with each option changed with probability 1/3."""
    return {
        name: choice.choice(values) if choice.random() < 1 / 3 else values[0]
        for name, values in book.ALL_OPTIONS.items()
    }


def random_move(moves, choice):
    """Moves that score half the time, so that games come to their end; any move else."""
    scoring = [move for move, points in moves.items() if points > 0]
    return choice.choice(sorted(scoring if scoring and choice.random() < 0.7 else moves))


class Pile:
    """Lets the rule book shuffle as the engine did: the engine's cards drawn first, then its pile."""

    def __init__(self, order):
        self.order = order

    def __call__(self, cards):
        assert sorted(cards) == sorted(self.order), "the engine shuffled other cards than the rules say"
        return list(self.order)


def shuffled_pile(before, after, mover, move):
    """Kwatro's traded_cards = shuffle_in: what was drawn lay on top; None if nothing can have been shuffled."""
    if not move.startswith("trade "):
        return None
    kept = list(before["hands"][mover])
    for card in move.split()[1:]:
        kept.remove(card)
    drawn = list(after["hands"][mover])
    for card in kept:
        drawn.remove(card)
    return drawn + after["pile"]


def never_shuffled(before, after, mover, move):
    """Quanto: nothing is shuffled after the deal."""
    return None


def assert_same_facts(engine, book, where):
    for key, value in book.items():
        assert engine[key] == value, f"{where}: {key} is {engine[key]!r} in the engine, {value!r} in the rule book"


def known_to_the_book(facts):
    """Without what only views need."""
    return {key: value for key, value in facts.items() if key not in ("viewer", "hand_sizes", "reshuffled", "drawn")}


def compare_game(name, players, options, seed, most, order_of):
    """Plays one game of at most `most` decisions; returns how many there were."""
    book = import_module(f"rulebook.{name}")
    choice = random.Random(seed)
    position = kiebitz.game(name, players, options).deal(seed)
    facts = known_to_the_book(position.facts())
    for decisions in range(most):
        where = f"{name}, {players} players, {options}, seed {seed}, decision {decisions}"
        wanted = book.legal(facts, options)
        legal = position.legal_moves()
        found = dict(zip(legal.texts(), (legal.points(i) for i in range(len(legal))), strict=True))
        assert len(found) == len(legal), f"{where}: the engine lists a move twice"
        assert found == wanted, f"{where}: {position.to_line()}"
        assert position.over == book.over(facts), where
        if position.over:
            assert position.scores == book.scores(facts), where
            return decisions
        move = random_move(wanted, choice)
        position.play(move)
        after = position.facts()
        order = order_of(facts, after, facts["to_move"], move)
        facts = book.play(facts, move, options, Pile(order) if order else None)
        assert_same_facts(after, facts, f"{where}, after {move}")
    return most
