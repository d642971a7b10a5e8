"""The error rate of solvers: the margin that their moves lose, judged by playouts to the end of the game."""
