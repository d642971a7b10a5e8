"""Builds the Cython core. Everything static about the package stands in pyproject.toml."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

# Folders keep short names in the tree and are installed below the one import name.
PACKAGES = {
    "kiebitz": "bindings",
    "kiebitz.engine": "engine",
    "kiebitz.notation": "notation",
    "kiebitz.records": "records",
    "kiebitz.solvers": "solvers",
    "kiebitz.arena": "arena",
    "kiebitz.benchmarks": "benchmarks",
    "kiebitz.cli": "cli",
}
HEADERS = Path("build/headers")
SHARED = "kiebitz._cython"
INPLACE = "build/inplace"
JOBS = os.cpu_count() or 1
SANITIZERS = {
    "": [],
    "address": ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"],
    "thread": ["-fsanitize=thread"],  # shares no build with the others
}
SANITIZE = os.environ.get("KIEBITZ_SANITIZE", "")
if SANITIZE not in SANITIZERS:
    sys.exit(f"KIEBITZ_SANITIZE must be address or thread, not {SANITIZE!r}")
CHECKED = SANITIZE == "address"  # Cython's own checks
OPTIMIZE = os.environ.get("KIEBITZ_OPTIMIZE", "-O3")  # tests compare levels: results must not depend on them
# -g0: debug information that nobody reads took a quarter of the compile time.
COMPILE = [OPTIMIZE, "-g0", "-fno-strict-aliasing", "-Wno-unused-function", "-Wno-unreachable-code"]
LINK = []
C_FILES = Path("build/c-checked" if CHECKED else "build/c")
if SANITIZE:
    COMPILE += ["-O1", "-g", "-fno-omit-frame-pointer", *SANITIZERS[SANITIZE]]
    LINK += SANITIZERS[SANITIZE]

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": CHECKED,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": CHECKED,
    "embedsignature": True,
}


def with_subpackages(packages):
    """Adds every folder below a package folder that holds source of its own."""
    found = {}
    for name, folder in packages.items():
        found[name] = folder
        for path in sorted(Path(folder).rglob("__init__.py")):
            inner = path.parent.relative_to(folder).parts
            if inner:
                found[".".join((name, *inner))] = str(path.parent)
    return found


def publish_headers(packages):
    """Copies .pxd files to where Cython looks for them: by import name, not by folder."""
    for name, folder in packages.items():
        target = HEADERS.joinpath(*name.split("."))
        target.mkdir(parents=True, exist_ok=True)
        for header in [*Path(folder).glob("*.pxd"), Path(folder, "__init__.py")]:
            if header.exists():
                copy = target / header.name
                # Keeping the times lets an unchanged header rebuild nothing.
                if not copy.exists() or copy.stat().st_mtime != header.stat().st_mtime:
                    shutil.copy2(header, copy)


def shared_source(name):
    """The C source of the module in which Cython keeps its own types, instead of once in every module."""
    path = C_FILES / f"{name}.c"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, "-m", "cython", f"--generate-shared={path}"], check=True)
    return str(path)


def extensions(packages):
    """Yields the shared module, then one extension module for every .pyx file."""
    yield Extension(SHARED, [shared_source(SHARED)], extra_compile_args=COMPILE, extra_link_args=LINK)
    for name, folder in packages.items():
        for source in sorted(Path(folder).glob("*.pyx")):
            yield Extension(
                f"{name}.{source.stem}",
                [str(source)],
                extra_compile_args=COMPILE,
                extra_link_args=LINK,
                include_dirs=["engine"],
            )


def remove_orphans(packages):
    """Removes extension modules whose source is gone: they would shadow a Python module of the same name."""
    for folder in packages.values():
        for built in [*Path(folder).glob("*.so"), *Path(folder).glob("*.pyd")]:
            module = built.name.partition(".")[0]
            if module != SHARED.rpartition(".")[2] and not Path(folder, f"{module}.pyx").exists():
                built.unlink()


class ParallelBuild(build_ext):
    """Compiles as many modules at a time as there are processors, however the package is installed."""

    def finalize_options(self):
        """Sets the number of jobs and the folder of builds in place."""
        super().finalize_options()
        self.parallel = self.parallel or JOBS
        if self.inplace or self.editable_mode:
            # pip builds in a folder that it removes: the next build in place would compile everything again.
            self.build_lib = INPLACE
            remove_orphans(packages)


packages = with_subpackages(PACKAGES)
publish_headers(packages)
setup(
    packages=list(packages),
    package_dir=packages,
    package_data={name: ["*.pyx", "*.pxd", "*.pyi", "py.typed", "*.toml", "*.json", "*.jinja"] for name in packages},
    ext_modules=cythonize(
        list(extensions(packages)),
        include_path=[str(HEADERS)],
        build_dir=str(C_FILES),
        shared_utility_qualified_name=SHARED,
        compiler_directives=DIRECTIVES,
        nthreads=JOBS,
    ),
    cmdclass={"build_ext": ParallelBuild},
)
