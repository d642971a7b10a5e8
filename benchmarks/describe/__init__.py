"""What kind of games these are: branching, length, luck, the shape of their trees, and who profits from beginning.

Everything is estimated from sampled deals and playouts, since the trees are far too big to count. One module a concern.
"""
