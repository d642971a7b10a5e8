"""Quanto: multisets of cards in a word, takes from the display, moves, turns, and the rules table."""
