"""Benchmarks: speed of engine and solvers, comparison of versions and with other packages, properties of the games."""
