"""The command line: one module for each command. Large packages are imported in the functions that need them."""
