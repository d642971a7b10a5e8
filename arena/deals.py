"""Seeds of deals and seeds of players: two independent streams of random numbers."""

from hashlib import blake2b

from kiebitz import Position

WORD = 2**64 - 1
ODD = 0x9E3779B97F4A7C15  # 2**64 over the golden ratio, as in SplitMix64 (Steele et al. 2014)


def hashed(stream: bytes, *numbers: int) -> int:
    """64 bits that depend on the stream's name and on every number."""
    text = " ".join(map(str, numbers)).encode()
    return int.from_bytes(blake2b(text, digest_size=8, person=stream).digest(), "little")


def mixed(word: int) -> int:
    """SplitMix64's finalizer, a bijection of the 64-bit words."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & WORD
    return word ^ (word >> 31)


def deal_seed(seed: int, unit: int) -> int:
    """The seed of a unit's deal.

    All units of an arena get different seeds, since this is a bijection of the unit number.
    """
    return mixed((hashed(b"deal", seed) + unit * ODD) & WORD)


def fingerprint(position: Position) -> str:
    """A hash of every card of a deal, 64 bits as hexadecimal digits. Equal deals have it in common."""
    return blake2b(str(position.facts()).encode(), digest_size=8).hexdigest()


def player_seed(seed: int, unit: int, number: int, seat: int, decision: int = 0) -> int:
    """The seed of a player's own random numbers.

    seed: the seed of the arena.
    unit: number of the unit.
    number: number of the game in its unit.
    seat: seat of the player.
    decision: number of the decision, if each needs its own seed.
    """
    return hashed(b"player", seed, unit, number, seat, decision)
