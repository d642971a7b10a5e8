"""Seeds of random numbers."""

from operator import index

BITS = 64


def seed_bits(seed: int) -> int:
    """The lowest 64 bits of a seed. Raises TypeError if it is no whole number."""
    try:
        bits: int = index(seed) % 2**BITS
    except TypeError:
        raise TypeError(f"seed is {seed!r}; right would be a whole number") from None
    return bits
