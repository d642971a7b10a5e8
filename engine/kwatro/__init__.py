"""Kwatro (IOTA): lines, the board with its frontier, plays, and the rules table."""
