"""Qwinto: Das Kartenspiel: sheets, moves, turns, policies, and the rules table."""
