"""Fits the temperature of beliefs to moves in self-play, and measures what the moves tell about hands.

    python -m tools.tuning.fit_belief kwatro --player static --games 60

The chance of a move is taken to be proportional to exp(v / T), v the learned value after one ply. T is the one under
which the moves that were made are likeliest, given the true hands. What that tells is scored at the next decision of a
player who saw the move: log2 of the weight of the true hand over the mean weight of sampled ones. 0 bits is as good as
the uniform distribution; a player who always knew the hand would gain its whole entropy.
"""

import numpy as np

import kiebitz
from kiebitz.belief import Belief, values_of_choice
from kiebitz.benchmarks.command_line import Parser, at_least, solver
from kiebitz.solvers import make_solver
from kiebitz.solvers.belief import History, normalised
from tools.tuning.self_play import chosen

FACTORS = (0.25, 0.5, 1, 2, 4, 8)  # of the fitted temperature, scored beside it


def play(game, make, seed, memory):
    """Of a game: values of every choice, and (view, moves seen, true position) of every decision after a move."""
    choices, moments = [], []
    position = game.deal(seed)
    players = [make() for _ in range(game.players)]
    histories = [History(memory) for _ in range(game.players)]
    while not position.over:
        mover = position.to_move
        if histories[mover].seen:
            moments.append((position.view(), histories[mover].latest(), position.copy()))
        move = chosen(players[mover], position, seed)
        choices.append(values_of_choice(position.view(), move))
        shown = position.shown(move)
        for seat in range(game.players):
            if seat != mover and shown is not None:
                histories[seat].add(position.view(seat), shown)
        position.play(move)
    return choices, moments


def loss(choices, temperature):
    """Mean of minus log2 of the chance of the moves that were made."""
    return float(np.mean([np.log2(np.sum(np.exp((v - v[0]) / temperature))) for v in choices]))


def fitted(choices):
    """The temperature of least loss, by golden section on its logarithm."""
    low, high = np.log(0.01), np.log(1000)
    ratio = (5**0.5 - 1) / 2
    while high - low > 0.01:
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        if loss(choices, np.exp(left)) < loss(choices, np.exp(right)):
            high = right
        else:
            low = left
    return float(np.exp((low + high) / 2))


def gains(moments, temperature, worlds, seed):
    """By moment: bits gained about the true hand, and the share of the worlds that is effective."""
    found = []
    for number, (view, observed, truth) in enumerate(moments):
        belief = Belief(view, observed, temperature, seed + number)
        sampled = belief.weigh(0, worlds)
        true = np.array([belief.weigh_world(truth, draw) for draw in range(64)])
        if np.isfinite(true).any():
            bits = (np.logaddexp.reduce(true) - np.log(64) - np.logaddexp.reduce(sampled) + np.log(worlds)) / np.log(2)
            found.append((bits, 1 / np.sum(normalised(sampled) ** 2) / worlds))
    return np.array(found)


def main(arguments=None):
    parser = Parser("tools.tuning.fit_belief", __doc__)
    parser.add_argument("game", choices=[name for name in kiebitz.GAMES if name != "qwinto"])
    parser.add_argument("--player", type=solver, default="static", help="a solver that plays all seats")
    parser.add_argument("--players", type=at_least(1), default=2)
    parser.add_argument("--games", type=at_least(1), default=60)
    parser.add_argument("--moments", type=at_least(1), default=300, help="decisions at which bits are measured")
    parser.add_argument("--worlds", type=at_least(1), default=256, help="sampled there")
    parser.add_argument("--memory", type=at_least(1), default=1, help="moves remembered of each player")
    parser.add_argument("--seed", type=at_least(0), default=1)
    given = parser.parse_args(arguments)
    choices, moments = [], []
    with parser.refusing():
        game = kiebitz.game(given.game, given.players)
        for number in range(given.games):
            played = play(game, lambda: make_solver(given.player), given.seed + number, given.memory)
            choices += [values for values in played[0] if len(values) > 1]
            moments += played[1]
    best = fitted(choices)
    print(f"{given.game}, {given.players} players, {given.games} games of {given.player}, {len(choices)} choices")
    uniform = np.mean([np.log2(len(values)) for values in choices])
    print(f"temperature {best:.2f}: {loss(choices, best):.2f} bits a move, against {uniform:.2f} for any move")
    rng = np.random.default_rng(given.seed)
    some = [moments[i] for i in rng.permutation(len(moments))[: given.moments]]
    print("\ntemperature   bits gained about the hand (95 %)   positive   effective share of worlds")
    for factor in FACTORS:
        bits, effective = gains(some, factor * best, given.worlds, given.seed).T
        error = 1.96 * bits.std() / len(bits) ** 0.5
        share = np.mean(bits > 0)
        print(f"{factor * best:11.2f} {bits.mean():+20.3f} +- {error:.3f} {share:16.2f} {effective.mean():20.2f}")


if __name__ == "__main__":
    main()
