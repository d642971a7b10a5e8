"""The place of the package's Cython headers. Games in packages of their own need it."""

from pathlib import Path


def get_include() -> str:
    """The folder to pass as `include_path` to Cython's `cythonize`, so that `cimport kiebitz...` works."""
    folder = Path(__file__).parent
    # In a source tree the headers are elsewhere: setup.py links them below build/headers by their import names.
    return str(folder.parent if folder.name == "kiebitz" else folder.parent / "build" / "headers")
