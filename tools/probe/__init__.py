"""Probes: each measures one property of the program (`python -m tools.probe NAME`)."""
