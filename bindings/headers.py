"""Where the Cython headers of the package are, for games in packages of their own."""

from pathlib import Path


def get_include() -> str:
    """The folder to pass as `include_path` to Cython's `cythonize`, so that `cimport kiebitz...` works."""
    folder = Path(__file__).parent
    # In a source tree setup.py keeps the headers by their import names in a folder of their own.
    return str(folder.parent if folder.name == "kiebitz" else folder.parent / "build" / "headers")
