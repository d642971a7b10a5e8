"""Where the constants of games and the parameters of solvers come from: fits to games, and searches by matches.

Nothing here is needed to play; what is found is written into the engine or a solver by hand.
"""
