"""The arena: paired deals between solvers, kept in one file, with numbers that can be believed."""
