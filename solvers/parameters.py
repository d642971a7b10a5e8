"""Parameters of solvers. Each is described once; checks, texts, help and docstrings come from this description.

A parameter is a field of a dataclass, made by `parameter(...)`. Third-party solvers may use this module too.
"""

from collections.abc import Sequence
from dataclasses import MISSING, Field, field, fields
from math import inf
from typing import Any, NamedTuple, TypeVar

from kiebitz.errors import SolverError

KEY = "kiebitz parameter"  # key of the description in a field's metadata
# Types of parameters by name, and the texts that switch one on or off.
PLAIN = {kind.__name__: kind for kind in (bool, int, float, str)}
SWITCH = {"on": True, "true": True, "1": True, "off": False, "false": False, "0": False}
WANTED = {bool: "on or off", int: "a whole number", float: "a number"}
ALLOWED = {bool: "on, off", int: "whole number", float: "number"}

Class = TypeVar("Class", bound=type)


class Parameter(NamedTuple):
    """The description of a parameter.

    meaning: one sentence or more for the reader of `kiebitz solvers`.
    unit: unit of a number; empty if it has none.
    least: smallest allowed number; None: no range.
    most: largest allowed number; None: no range.
    excluded: a number in the range that is not allowed; None: all are allowed.
    choices: the allowed texts; empty: any text.
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
    """A dataclass field with a description.

    default: default value of the field.
    within: the pair (least, most) of `Parameter`; None: no range.
    The other parameters are fields of `Parameter`.
    """
    least, most = within or (None, None)
    described = Parameter(meaning, unit, least, most, excluded, tuple(choices))
    return field(default=default, metadata={KEY: described})


def description(known: "Field[Any]") -> Parameter:
    """The description of a field. It is empty if `parameter` did not make the field."""
    found = known.metadata.get(KEY, Parameter(""))
    assert isinstance(found, Parameter)
    return found


def check_parameters(solver: Any) -> None:
    """Raises SolverError if a parameter is outside its range or choices. To be called in `__post_init__`."""
    for known in fields(solver):
        name, value, allowed = known.name, getattr(solver, known.name), description(known)
        if allowed.least is not None and allowed.most is not None and not allowed.least <= value <= allowed.most:
            raise SolverError(f"{name} must be in {allowed.least}..{allowed.most}, not {value}")
        if allowed.excluded is not None and value == allowed.excluded:
            raise SolverError(f"{name} must not be {value:g}")
        if allowed.choices and value not in allowed.choices:
            raise SolverError(f"{name} must be one of {', '.join(allowed.choices)}, not {value!r}")


def documented(solver: Class) -> Class:
    """Class decorator. It adds a line for each described parameter to the docstring, so `help` shows them."""
    lines = [f"{known.name}: {about(known)}" for known in fields(solver) if KEY in known.metadata]
    solver.__doc__ = "\n".join([(solver.__doc__ or "").rstrip(), "", *(f"    {line}" for line in lines), "    "])
    return solver


def about(known: "Field[Any]") -> str:
    """The meaning of a parameter, with its unit."""
    described = description(known)
    return f"{described.meaning} Unit: {described.unit}." if described.unit else described.meaning


def allowed_text(known: "Field[Any]") -> str:
    """The allowed values of a parameter, in words."""
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
    """The type of a parameter: the type of its default, or else the annotated type if it is plain. None if neither."""
    if known.default is not None and known.default is not MISSING:
        return type(known.default)
    annotation = known.type if isinstance(known.type, str) else getattr(known.type, "__name__", str(known.type))
    return PLAIN.get(annotation.removesuffix(" | None"))


def value_of(solver: str, known: "Field[Any]", text: str) -> Any:
    """The value of a text. Raises SolverError, which says what would be right."""
    kind = kind_of(known)
    if kind is None:
        raise SolverError(f"parameter {known.name} of solver {solver} cannot be given as text")
    try:
        return SWITCH[text] if kind is bool else kind(text)
    except Exception:  # ValueError or KeyError, or anything from a third-party type
        wanted = WANTED.get(kind, kind.__name__)
        raise SolverError(f"parameter {known.name} of solver {solver} must be {wanted}, not {text!r}") from None


def given_values(solver: str, known: "dict[str, Field[Any]]", words: Sequence[str]) -> dict[str, Any]:
    """The values of parameters, by name, from words such as `plies=4`. Raises SolverError if a word is wrong.

    solver: name of the solver, for messages.
    known: the fields of the solver, by name.
    words: the texts after the name of the solver.
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
