"""Where deals and the players' own random numbers come from: two streams that share nothing."""

from hashlib import blake2b

WORD = 2**64 - 1
ODD = 0x9E3779B97F4A7C15  # the golden ratio, as in SplitMix64 (Steele et al. 2014)


def hashed(stream, *numbers):
    """64 bits that depend on the stream's name and on every number."""
    text = " ".join(map(str, numbers)).encode()
    return int.from_bytes(blake2b(text, digest_size=8, person=stream).digest(), "little")


def mixed(word):
    """SplitMix64's finalizer, a bijection of the 64-bit words."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & WORD
    return word ^ (word >> 31)


def deal_seed(seed, unit):
    """The seed of a unit's deal: for one arena seed all units differ, since this is a bijection of the unit number."""
    return mixed((hashed(b"deal", seed) + unit * ODD) & WORD)


def fingerprint(position):
    """64 bits of every card of a deal, as hexadecimal digits: what tells two deals apart, whatever their seeds were."""
    return blake2b(str(position.facts()).encode(), digest_size=8).hexdigest()


def player_seed(seed, unit, number, seat, decision=0):
    """A player's own seed: game `number` of the unit, and the decision where each needs its own."""
    return hashed(b"player", seed, unit, number, seat, decision)
