#!/usr/bin/env bash
# Runs the tests on a build with AddressSanitizer, UndefinedBehaviorSanitizer and Cython's bounds checks, in a copy of the
# tree with a virtual environment of its own. Arguments go to pytest.
set -euo pipefail
cd "$(dirname "$0")/.."
copy=build/sanitize
mkdir -p "$copy"
git ls-files -z | tar --null --files-from=- -cf - | tar -xf - -C "$copy"
cd "$copy"
export KIEBITZ_SANITIZE=1
[ -d .venv ] || python3 -m venv .venv
.venv/bin/python -m pip install --quiet "setuptools>=80,<90" "cython>=3.2,<4"
.venv/bin/python -m pip install --quiet --no-build-isolation --editable ".[test]"
.venv/bin/python setup.py --quiet build_ext --inplace
# The interpreter is not instrumented, so the runtime must come first; Python itself keeps memory until it exits.
LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)" \
ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 \
  .venv/bin/python -m pytest -m "not slow" tests "$@"
