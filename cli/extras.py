"""Packages that only some commands need."""

from importlib.util import find_spec

from kiebitz.errors import KiebitzError


def require_extra(*modules: str) -> None:
    """Raises KiebitzError if a module of the extra `arena` is not installed."""
    for module in modules:
        if find_spec(module) is None:
            raise KiebitzError(f"this needs {module}: pip install 'kiebitz[arena]'")
