"""Types of the compiled module."""

from kiebitz.codec import Codec

class QuantoCodec(Codec):
    """Between the structs of Quanto and plain Python facts (docs/facts.md)."""

    def __init__(self) -> None: ...
