"""Measurements of one property of the program each: `python -m tools.probe NAME`."""
