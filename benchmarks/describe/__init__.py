"""Properties of the games: branching, length, luck, shape of the game trees, advantage of the first seat.

All properties are estimated from sampled deals and playouts, since the trees are far too big to count. Each module
estimates one kind of property.
"""
