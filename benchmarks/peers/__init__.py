"""How fast other packages do comparable work on their own games: ratios in interleaved runs, no absolute claims.

Speeds of different games are not the same thing twice, so every row says what was done and how many legal moves a
decision had on both sides. A peer that is not installed, or cannot do a piece of work, is named and left out.
"""
