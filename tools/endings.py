"""How long endings take to be solved: `python -m tools.endings kwatro --games 100`.

Greedy games are played to where the solver takes over: where nothing is hidden any more, or with `--unseen N` where so
many cards are unseen that all worlds are looked at. Times are processor time of one thread, without writing reasons.
"""

from time import process_time

import kiebitz
from kiebitz.benchmarks.command_line import Parser, at_least
from kiebitz.endgame import Endgame, settled
from kiebitz.solvers.enumerate_worlds import number_unseen, worlds


def starts(game, games, unseen):
    """The first position of each greedy game that is to be solved."""
    for seed in range(games):
        position = game.deal(seed)
        while not position.over:
            if number_unseen(position.view()) == unseen if unseen else settled(position.view()):
                yield position
                break
            position.play(position.greedy_move())


def solve_all(engine, position, unseen, nodes):
    """(seconds, nodes, whether exact) for one position: its best move, or all its moves in every world."""
    engine.clear()
    view = position.view()
    start = process_time()
    if unseen:
        solved = [engine.solve(w, nodes, top=len(view.legal_moves())) for w, _ in worlds(view)]
    else:
        solved = [engine.solve(view.sample(), nodes)]
    return process_time() - start, sum(s.nodes for s in solved), all(s.exact for s in solved)


def main(arguments=None):
    parser = Parser("tools.endings", __doc__)
    parser.add_argument("game", choices=list(kiebitz.GAMES))
    parser.add_argument("--games", type=at_least(1), default=100)
    parser.add_argument("--unseen", type=at_least(0), default=0)
    parser.add_argument("--nodes", type=at_least(0), default=0, help="limit of each position or world; 0: none")
    wanted = parser.parse_args(arguments)
    game = kiebitz.game(wanted.game, 2)
    engine = Endgame(game)
    found = [solve_all(engine, p, wanted.unseen, wanted.nodes) for p in starts(game, wanted.games, wanted.unseen)]
    if not found:
        print("no game came to such a position")
        return
    seconds, nodes = sorted(f[0] for f in found), sum(f[1] for f in found)
    at = [1000 * seconds[min(int(share * len(seconds)), len(seconds) - 1)] for share in (0.5, 0.95, 1)]
    print(f"{len(found)} positions, {sum(f[2] for f in found)} exact; {nodes / sum(seconds):,.0f} nodes/s")
    print(f"ms: median {at[0]:.1f}, 95th percentile {at[1]:.1f}, longest {at[2]:.1f}")


if __name__ == "__main__":
    main()
