"""Loads damaged pickles and uses what comes out. Prints how many could be loaded."""

import pickle
import random
import resource
import sys

import kiebitz

DAMAGES = 3_000  # of each pickle
MEMORY = 2 * 2**30  # bytes of address space; a damaged length may ask for more


def values():
    """Values of every game and type."""
    for name in kiebitz.GAMES:
        position = kiebitz.game(name, 2).deal(3)
        for _ in range(8):
            position.play(position.greedy_move())
        yield from (position, position.view(), position.legal_moves(), position.legal_moves()[0], position.game)


def damaged(data, chance):
    """The bytes with one to three of them changed, or with a piece of eight random bytes."""
    changed = bytearray(data)
    for _ in range(chance.randint(1, 3)):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    if chance.random() < 0.3:
        place = chance.randrange(len(changed))
        changed[place : place + 8] = chance.randbytes(8)
    return bytes(changed)


def use(value):
    """Does with a value what programs do with it."""
    text = str(value)
    if isinstance(value, kiebitz.Move):
        for name in kiebitz.GAMES:
            kiebitz.game(name, 2).deal(3).is_legal(value)
    if isinstance(value, kiebitz.Position | kiebitz.View):
        value.candidate_moves()
        value.greedy_move()
        value.to_line()
        value.to_toml()
    if isinstance(value, kiebitz.Position):
        value.play(value.random_move(1))
        value.view().sample(1)
    return text


def main():
    """Damages, loads and uses all values."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    chance, loaded = random.Random(1), 0
    for value in values():
        data = pickle.dumps(value)
        for number in range(DAMAGES):
            print(type(value).__name__, number, file=sys.stderr)
            try:
                found = pickle.loads(damaged(data, chance))
                use(found)
                loaded += 1
            except Exception:  # any error is fine here; the process goes on
                continue
    print(loaded)


if __name__ == "__main__":
    main()
