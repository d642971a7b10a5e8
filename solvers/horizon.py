"""How far playouts go, by game."""

# Whole rounds of the table, so that every player gets as many turns; 0 for whole games. By matches against greedy (see
# benchmarks/README.md): Qwinto's points come at the end, Quanto's greedy policy misleads in the long run.
ROUNDS_PLAYED = {"kwatro": 2, "quanto": 3, "qwinto": 0}

# One more in Kwatro between two: level in matches, against greedy 50 points better on the same deals.
PLIES_PLAYED = {("kwatro", 2): 4}


def horizon(game):
    """Changes of player after a move before its margin is taken."""
    if (game.name, game.players) in PLIES_PLAYED:
        return PLIES_PLAYED[game.name, game.players]
    rounds = ROUNDS_PLAYED.get(game.name, 2)
    return rounds * game.players - 1 if rounds else 0
