"""Quanto: multisets of cards in a word, takes from the display, actions, turns, and the rules table."""
