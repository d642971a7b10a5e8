"""Types of the compiled module."""

from kiebitz.core import Codec

class QuantoCodec(Codec):
    """Between the structs of Quanto and plain Python facts (docs/facts.md)."""
