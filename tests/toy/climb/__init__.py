"""Climb, a small card game.

A deck holds the cards 10 to 29. Each player gets a hand, and one card is turned up. In turn, a player plays a card on
top of it. A higher card scores the difference, a lower card scores nothing. The player then draws a card while the pile
lasts. The game is over when all hands are empty; the most points win.
"""
