"""Programs that find constants of games and parameters of solvers: fits to games, and searches by matches.

Nothing here is needed to play. A developer writes the results into the engine or into a solver.
"""
