"""Types of the compiled module."""

from kiebitz.core import Codec

class QwintoCodec(Codec):
    """Between the structs of Qwinto and plain Python facts (docs/facts.md)."""
