"""Packages that only some commands need."""

from importlib.util import find_spec

from kiebitz.errors import KiebitzError


def require_extra(*modules):
    """KiebitzError if what only the arena and its statistics need is not installed."""
    for module in modules:
        if find_spec(module) is None:
            raise KiebitzError(f"this needs {module}: pip install 'kiebitz[arena]'")
