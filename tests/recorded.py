"""Whole games for the tests of records: played by the engine, seen by all or by one player."""

import random
from dataclasses import replace
from importlib import import_module

import kiebitz
from kiebitz.records import Entry, Record

PLAYERS = {"kwatro": (2, 3, 4), "quanto": (2, 3, 4, 5, 6), "qwinto": (1, 2, 3, 4)}
LONGEST = 400


def random_game(name, seed):
    """A game with random options and a random number of players."""
    choice = random.Random(f"{name} {seed}")
    options = import_module(f"rulebook.{name}").ALL_OPTIONS
    rules = {key: choice.choice(values) for key, values in options.items() if choice.random() < 1 / 3}
    players = choice.choice(PLAYERS[name])
    if "max_players" in rules:
        rules["max_players"] = max(rules["max_players"], players)
    if "start_player" in rules:
        rules["start_player"] %= players
    return kiebitz.game(name, players, rules)


def played(game, seed, most=LONGEST):
    """The full record of a game, and its positions: one before each decision, and the last one."""
    choice = random.Random(seed)
    record, position = Record.deal(game, seed), game.deal(seed)
    positions = [position.copy()]
    while not position.over and len(record) < most:
        move = position.random_move(choice.getrandbits(60)) if choice.random() < 0.4 else position.greedy_move()
        record.play(move)
        position.play(move)
        positions.append(position.copy())
    return record, positions


def seen_by(entry, seat, before):
    """An entry of a full record as a player sees it. before: the position before it."""
    move, drawer = entry.move, before.facts().get("active", entry.seat)
    if move.startswith("trade") and entry.seat != seat:
        move = " ".join(["trade", *"?" * len(move.split()[1:])])
    return replace(entry, move=move, hand=None, drew=entry.drew if drawer == seat else None)


def chair(record, positions, seat):
    """The same game as a player sees it."""
    kept = Record.begin(positions[0].view(seat))
    for entry, before in zip(record.entries, positions, strict=False):
        kept.add(seen_by(entry, seat, before))
    return kept


def missed(seat):
    """A turn that was not seen."""
    return Entry("missed", seat)
