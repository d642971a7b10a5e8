"""Types of the compiled module."""

from kiebitz.codec import Codec

class KwatroCodec(Codec):
    """Between the structs of Kwatro and plain Python facts (docs/facts.md)."""

    def __init__(self) -> None: ...
