"""`python -m kiebitz` is the command line."""

from kiebitz.cli.main import main

main()
