"""Parameters of solvers, described once: checks, texts, help and docstrings come from the description.

A parameter is a field of a dataclass, made by `parameter(...)`. Third-party solvers may use this module too.
"""

from collections.abc import Sequence
from dataclasses import MISSING, Field, field, fields
from math import inf
from typing import Any, NamedTuple, TypeVar

from kiebitz.errors import SolverError

KEY = "kiebitz parameter"  # of the description in a field's metadata
# Types of parameters by name, and the texts that switch one on or off.
PLAIN = {kind.__name__: kind for kind in (bool, int, float, str)}
SWITCH = {"on": True, "true": True, "1": True, "off": False, "false": False, "0": False}
WANTED = {bool: "on or off", int: "a whole number", float: "a number"}
ALLOWED = {bool: "on, off", int: "whole number", float: "number"}

Class = TypeVar("Class", bound=type)


class Parameter(NamedTuple):
    """The description of a parameter.

    meaning: one sentence or more for the reader of `kiebitz solvers`.
    unit: of a number, empty if it has none.
    least, most: range of a number, both ends included; None if it has no range.
    excluded: a number in the range that is refused all the same.
    choices: the texts that are allowed, empty for any.
    """

    meaning: str
    unit: str = ""
    least: float | None = None
    most: float | None = None
    excluded: float | None = None
    choices: tuple[str, ...] = ()


def parameter(
    default: Any,
    meaning: str,
    *,
    unit: str = "",
    within: tuple[float, float] | None = None,
    excluded: float | None = None,
    choices: Sequence[str] = (),
) -> Any:
    """A dataclass field with a description; see `Parameter`. within: (least, most)."""
    least, most = within or (None, None)
    described = Parameter(meaning, unit, least, most, excluded, tuple(choices))
    return field(default=default, metadata={KEY: described})


def description(known: "Field[Any]") -> Parameter:
    """What is known of a field; an empty description if it was not made by `parameter`."""
    found = known.metadata.get(KEY, Parameter(""))
    assert isinstance(found, Parameter)
    return found


def check_parameters(solver: Any) -> None:
    """Raises SolverError that names the first parameter outside its range or choices. For `__post_init__`."""
    for known in fields(solver):
        name, value, allowed = known.name, getattr(solver, known.name), description(known)
        if allowed.least is not None and allowed.most is not None and not allowed.least <= value <= allowed.most:
            raise SolverError(f"{name} must be in {allowed.least}..{allowed.most}, not {value}")
        if allowed.excluded is not None and value == allowed.excluded:
            raise SolverError(f"{name} must not be {value:g}")
        if allowed.choices and value not in allowed.choices:
            raise SolverError(f"{name} must be one of {', '.join(allowed.choices)}, not {value!r}")


def documented(solver: Class) -> Class:
    """Class decorator: adds a line for each described parameter to the docstring, so that `help` shows them."""
    lines = [f"{known.name}: {about(known)}" for known in fields(solver) if KEY in known.metadata]
    solver.__doc__ = "\n".join([(solver.__doc__ or "").rstrip(), "", *(f"    {line}" for line in lines), "    "])
    return solver


def about(known: "Field[Any]") -> str:
    """The meaning of a parameter, with its unit."""
    described = description(known)
    return f"{described.meaning} Unit: {described.unit}." if described.unit else described.meaning


def allowed_text(known: "Field[Any]") -> str:
    """What a parameter may be, in words."""
    described = description(known)
    if described.choices:
        return ", ".join(described.choices)
    kind = ALLOWED.get(kind_of(known) or str, "text")
    if described.least is None or described.most is None:
        return kind
    if described.most == inf:
        return f"{kind}, {described.least:,} or more"
    return f"{kind}, {described.least:,} to {described.most:,}"


def kind_of(known: "Field[Any]") -> type | None:
    """The type of a parameter: that of its default, or the plain one that it is annotated with; None if neither."""
    if known.default is not None and known.default is not MISSING:
        return type(known.default)
    annotation = known.type if isinstance(known.type, str) else getattr(known.type, "__name__", str(known.type))
    return PLAIN.get(annotation.removesuffix(" | None"))


def value_of(solver: str, known: "Field[Any]", text: str) -> Any:
    """The value that a text stands for; SolverError says what would be right."""
    kind = kind_of(known)
    if kind is None:
        raise SolverError(f"parameter {known.name} of solver {solver} cannot be given as text")
    try:
        return SWITCH[text] if kind is bool else kind(text)
    except Exception:  # ValueError or KeyError, or anything from a third-party type
        wanted = WANTED.get(kind, kind.__name__)
        raise SolverError(f"parameter {known.name} of solver {solver} must be {wanted}, not {text!r}") from None


def given_values(solver: str, known: "dict[str, Field[Any]]", words: Sequence[str]) -> dict[str, Any]:
    """The parameters by name that words such as `plies=4` give.

    solver: the solver's name, for messages.
    known: the fields of the solver by name.
    """
    given: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if name not in known:
            raise SolverError(f"solver {solver} has no parameter {word!r}; it takes {', '.join(known) or 'none'}")
        if not equals:
            raise SolverError(f"parameter {name} of solver {solver} has no value; right would be {name}=VALUE")
        if name in given:
            raise SolverError(f"parameter {name} of solver {solver} is given twice; right would be once")
        given[name] = value_of(solver, known[name], text)
    return given
