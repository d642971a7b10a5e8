"""Qwinto: Das Kartenspiel: sheets, turns, worlds that agree with a view, the greedy policy, and the rules table."""
