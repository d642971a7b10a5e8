"""Rule options: one frozen dataclass for each game. Each field says its default and its allowed values.

@dataclass(frozen=True)
class Options(RuleOptions):
    recycle: str = one_of("before_action", "consumes_turn", "off")
    final_round: bool = switch(False)
    stalemate_rounds: int = number(3, least=1, most=9)
"""

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kiebitz.errors import PositionError
from kiebitz.notation.document import FaultReport, plain_where
from kiebitz.notation.schema import Leaf, Record, checked, choice, flag, whole


@dataclass(frozen=True)
class RuleOptions:
    """Base of the options of every game.

    Raises PositionError if a value is wrong. The message names the option and its allowed values.
    """

    def __post_init__(self) -> None:
        report = FaultReport(plain_where)
        checked(record(type(self)), dataclasses.asdict(self), ("rules",), report)
        if report.faults:
            raise PositionError(report.faults)

    def codes(self) -> list[int]:
        """The values as the engine knows them: small integers in the order of the fields (see `code`)."""
        return [code(field, getattr(self, field.name)) for field in dataclasses.fields(self)]

    @property
    def version(self) -> int:
        """The version of the rules with these values: 1 if they mean what they meant in 0.1.0."""
        fields = dataclasses.fields(self)
        return max((f.metadata.get("versions", {}).get(getattr(self, f.name), 1) for f in fields), default=1)

    def changed(self) -> dict[str, Any]:
        """Only the options that differ from their defaults, by name."""
        values = dataclasses.asdict(self)
        return {f.name: values[f.name] for f in dataclasses.fields(self) if values[f.name] != f.default}


def one_of(*values: str, versions: Mapping[str, int] | None = None) -> Any:
    """An option with named values. The first one is the default.

    versions: values that do not mean what they meant in 0.1.0, each with a number that rises when its meaning changes.
    """
    metadata = {"kind": choice(values), "values": values, "versions": versions or {}}
    return dataclasses.field(default=values[0], metadata=metadata)


def switch(default: bool) -> Any:
    """An option that is on or off."""
    return dataclasses.field(default=default, metadata={"kind": flag(), "values": (False, True)})


def number(default: int, least: int, most: int) -> Any:
    """An option that is a whole number within bounds, both included."""
    values = tuple(range(least, most + 1))
    return dataclasses.field(default=default, metadata={"kind": whole(least, most), "values": values})


def allowed(options: type[RuleOptions]) -> dict[str, tuple[Any, ...]]:
    """The allowed values of each option."""
    return {field.name: field.metadata["values"] for field in dataclasses.fields(options)}


def record(options: type[RuleOptions]) -> Record:
    """The kind of a position's [rules] table."""
    return Record({field.name: option_kind(field) for field in dataclasses.fields(options)})


def option_kind(field: "dataclasses.Field[Any]") -> Leaf:
    """The kind of an option's value."""
    kind: Leaf = field.metadata["kind"]
    return kind


def code(field: "dataclasses.Field[Any]", value: Any) -> int:
    """The small integer by which the engine knows a value.

    A named value has its index among the allowed values, false is 0, true is 1, a number stands for itself.
    """
    return field.metadata["values"].index(value) if isinstance(value, str) else int(value)


def from_mapping(
    options: type[RuleOptions], values: Mapping[str, Any], where: Callable[..., str] = plain_where
) -> RuleOptions:
    """Options from names and values. Raises PositionError with every unknown option and every wrong value."""
    report = FaultReport(where)
    known = checked(record(options), values, ("rules",), report)
    if report.faults:
        raise PositionError(report.faults)
    return options(**known)
