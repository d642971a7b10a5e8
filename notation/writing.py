"""The fields of a position as the TOML text of a file, and as the one-line form."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from kiebitz.notation.document import Path
from kiebitz.notation.encoding import LINE_MARK, encode_key
from kiebitz.notation.schema import Kind, Leaf, Record, Table

# A list as tomli-w writes it: one item a line.
LONG_LIST = re.compile(r"^(\S++ = )\[\n((?:    [^\n]*+\n)++)\]$", re.MULTILINE)


def toml_text(schema: Record, values: Mapping[str, Any]) -> str:
    """The values as TOML, in the order of the schema, tables last."""
    # `import kiebitz` loads this module; only the writing of a file needs tomli-w.
    import tomli_w

    text = tomli_w.dumps(file_values(schema, values), multiline_strings=True)
    return LONG_LIST.sub(short_list, text)


def short_list(found: re.Match[str]) -> str:
    """The list on one line. tomli-w writes one item a line, but the lists of a position are short."""
    items = [line.strip() for line in found[2].splitlines()]
    return f"{found[1]}[{' '.join(items).removesuffix(',')}]"


def file_values(kind: Record | Table, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values in the order of writing, without empty tables.

    A text of several lines gets a line end after its last line, so that the closing quotes have a line of their own.
    """
    found: dict[str, Any] = {}
    for key, entry in entries(kind, values):
        value = values[key]
        if isinstance(entry, Leaf):
            found[key] = f"{value}\n" if entry.upright and "\n" in value else value
        elif value:
            found[key] = file_values(entry, value)
    return found


def line_text(schema: Record, values: Mapping[str, Any]) -> str:
    """The values in the one-line form, in the order of the schema."""
    return " ".join([LINE_MARK, *line_words(schema, values, ())])


def line_words(kind: Record | Table, values: Mapping[str, Any], path: Path) -> Iterator[str]:
    """The words `key=value` of a table; a dot in the key leads into an inner table."""
    for key, entry in entries(kind, values):
        if isinstance(entry, Leaf):
            yield f"{encode_key((*path, key))}={entry.encode(values[key])}"
        else:
            yield from line_words(entry, values[key], (*path, key))


def entries(kind: Record | Table, values: Mapping[str, Any]) -> list[tuple[str, Kind]]:
    """The keys present in the values with their kinds, in the order of writing."""
    if isinstance(kind, Table):
        return [(key, kind.entry) for key in values]
    return [(key, entry) for key, entry in kind.fields.items() if key in values]
