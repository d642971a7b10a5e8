"""Checks that a wheel holds every file of the packages.

python .ci/wheel_files.py WHEEL     # from the root of the tree
"""

import subprocess
import sys
from pathlib import PurePosixPath
from zipfile import ZipFile

# The folder of each package; the folder of the first is installed as `kiebitz` itself.
FOLDERS = ("bindings", "engine", "notation", "solvers", "arena", "benchmarks", "cli")
KINDS = {".py", ".pyx", ".pxd", ".pyi", ".json", ".toml", ".jinja", ".typed"}
NOT_INSTALLED = PurePosixPath("benchmarks/suite")


def wanted(files):
    """The names in the wheel of the package files among the files of the tree."""
    for path in map(PurePosixPath, files):
        if path.suffix in KINDS and not path.is_relative_to(NOT_INSTALLED):
            below_kiebitz = path.relative_to("bindings") if path.parts[0] == "bindings" else path
            yield PurePosixPath("kiebitz", below_kiebitz)


def main(wheel):
    """Names every missing file on standard error; returns 1 if any is missing, else 0."""
    files = subprocess.run(["git", "ls-files", *FOLDERS], capture_output=True, text=True, check=True).stdout.split()
    held = {PurePosixPath(name) for name in ZipFile(wheel).namelist()}
    compiled = {name.parent / name.name.split(".")[0] for name in held if name.suffix == ".so"}
    package_files = set(wanted(files))
    missing = package_files - held
    missing |= {path for path in package_files if path.suffix == ".pyx" and path.with_suffix("") not in compiled}
    for path in sorted(missing):
        print(f"{wheel} lacks {path}, or its compiled module", file=sys.stderr)
    return 1 if missing or not package_files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
