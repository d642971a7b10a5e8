"""Coverage-guided fuzzing of everything that reads foreign input, with atheris (libFuzzer for Python).

    python -m tools.fuzz files lines --runs 2000

A target takes any bytes as input. It may raise the documented errors of its reader, and nothing else. It writes what
it accepts, reads that again, and asks it what commands ask. An input may take one second of processor time, and the
process 500 MB.

Each target starts from the small corpus in `corpus/TARGET`. `--grow FOLDER` keeps the inputs that reach new code.
"""
