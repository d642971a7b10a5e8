"""The command line: one module a command, heavy imports inside the functions that need them."""
