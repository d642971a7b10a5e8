#!/usr/bin/env bash
# Runs tests on a build with sanitizers, in a copy of the tree with a virtual environment of its own.
#   tests/sanitize.sh address ...    AddressSanitizer, UndefinedBehaviorSanitizer and Cython's bounds checks
#   tests/sanitize.sh thread ...     ThreadSanitizer
# Other arguments go to pytest.
set -euo pipefail
cd "$(dirname "$0")/.."
export KIEBITZ_SANITIZE="$1"
shift
copy="build/sanitize-$KIEBITZ_SANITIZE"
mkdir -p "$copy"
git ls-files -z | tar --null --files-from=- -cf - | tar -xf - -C "$copy"
cd "$copy"
[ -d .venv ] || python3 -m venv .venv
.venv/bin/python -m pip install --quiet "setuptools>=80,<90" "cython>=3.2,<4"
.venv/bin/python -m pip install --quiet --no-build-isolation --editable ".[test]"
.venv/bin/python setup.py --quiet build_ext --inplace
# The interpreter is not instrumented, so the runtime must come first.
if [ "$KIEBITZ_SANITIZE" = thread ]; then
  # The runtime needs addresses that are not shuffled. A race ends the test run: exit status 66 or the test that saw it.
  LD_PRELOAD="$(gcc -print-file-name=libtsan.so)" TSAN_OPTIONS=halt_on_error=1:history_size=4 \
    setarch -R .venv/bin/python -m pytest -m "not slow" "$@"
else
  # Python itself keeps memory until it exits.
  LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)" \
  ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 \
    .venv/bin/python -m pytest -m "not slow" "$@"
fi
