"""Types of the compiled module."""

from kiebitz.core import Codec

class KwatroCodec(Codec):
    """Between the structs of Kwatro and plain Python facts (docs/facts.md)."""
