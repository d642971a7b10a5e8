"""Types of the compiled module."""

from kiebitz.codec import Codec

class QwintoCodec(Codec):
    """Between the structs of Qwinto and plain Python facts (docs/facts.md)."""

    def __init__(self) -> None: ...
