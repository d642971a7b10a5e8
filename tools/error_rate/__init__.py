"""The error rate of solvers: what their moves lose against the best ones, judged by playouts to the end."""
