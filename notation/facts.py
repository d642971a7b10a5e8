"""What a fact of any game may be, whatever the others say."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from kiebitz.errors import Fault
from kiebitz.notation.hands import Facts, Where
from kiebitz.notation.source import shortened


def value_faults(facts: Facts, choices: Mapping[str, Collection], where: Where) -> Iterator[Fault]:
    """Numbers that are not whole, and fields that have none of their possible values (in `choices`)."""
    for field, value in facts.items():
        if not whole(value):
            yield Fault(where(field), f"is {shortened(value)}; right would be whole numbers only")
        elif value not in choices.get(field, [value]):
            known = ", ".join(map(repr, choices[field]))
            yield Fault(where(field), f"is {shortened(value)}; right would be {known}")


def whole(value: Any) -> bool:
    """Whether all numbers in a value are whole ones; the engine would cut them off."""
    if isinstance(value, Mapping):
        return all(map(whole, value.values()))
    if isinstance(value, list | tuple):
        return all(map(whole, value))
    return not isinstance(value, bool | float)
