"""OpenSpiel (Lanctot et al. 2019): C++ games and searches with Python bindings, PyPI package open_spiel.

steps        legal_actions() and apply_action() from Python; chance nodes are sampled and not counted
playouts     pyspiel.evaluate_bots with uniform random bots, all in C++
simulations  the IS-MCTS bot (sampled worlds) and the MCTS bot (sees all cards), in C++; a simulation makes one random
             rollout
"""

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from kiebitz.benchmarks.peers.work import LeftOut, Work, collected, pick

NAME = "OpenSpiel"
PACKAGE = "open_spiel"
MODULE = "pyspiel"
GAMES = ("gin_rummy", "hearts", "crazy_eights")
SEARCHED = ("gin_rummy", "crazy_eights")
GAMES_A_PIECE = 3
SIMULATIONS = 30
MID_GAME = 20  # decisions before a search begins


def works() -> list[Work | LeftOut]:
    """All works: every kind of work for every game. The searches play only some games."""
    makers = [(f"{kind} {name}", partial(make, name)) for kind, make in KINDS.items() for name in GAMES]
    makers += [(f"{bot} {name}", partial(searched, name, bot)) for bot in BOTS for name in SEARCHED]
    return collected(NAME, makers)


def step(state: Any, stream: random.Random) -> int:
    """Plays one random decision, or nature's move. Returns the number of legal moves, 0 for nature."""
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(stream.choices(outcomes, chances)[0])
        return 0
    legal = state.legal_actions()
    state.apply_action(pick(stream, legal))
    return len(legal)


def played(name: str) -> list[int]:
    """The number of legal moves of every decision in whole random games, driven from Python."""
    import pyspiel

    game, stream, counts = pyspiel.load_game(name), random.Random(1), []
    for _ in range(GAMES_A_PIECE):
        state = game.new_initial_state()
        while not state.is_terminal():
            counts.append(step(state, stream))
    return [count for count in counts if count]


def legal_moves(name: str) -> float:
    """Mean number of legal moves of a decision."""
    counts = played(name)
    return sum(counts) / len(counts)


def driven(name: str) -> Work:
    """Steps of random games driven from Python."""
    return Work("steps", NAME, name, legal_moves(name), lambda: len(played(name)))


def playouts(name: str) -> Work:
    """Decisions of random playouts in C++."""
    import pyspiel

    game = pyspiel.load_game(name)

    def play() -> list[Any]:
        bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(game.num_players())]
        states = [game.new_initial_state() for _ in range(GAMES_A_PIECE)]
        for seed, state in enumerate(states):
            pyspiel.evaluate_bots(state, bots, seed)
        return states

    # The games are the same each time, so their decisions are counted once, outside of the measurement.
    decisions = sum(step.player >= 0 for state in play() for step in state.full_history())
    return Work("playouts", NAME, name, legal_moves(name), lambda: decisions if play() else 0)


def mid_game(game: Any) -> Any:
    """The first position with a choice after MID_GAME random decisions."""
    state, stream, decisions = game.new_initial_state(), random.Random(1), 0
    while state.is_chance_node() or decisions < MID_GAME or len(state.legal_actions()) < 2:
        decisions += step(state, stream) > 0
    return state


def is_mcts(pyspiel: Any, game: Any) -> Any:
    """The bot that searches sampled worlds."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    return pyspiel.ISMCTSBot(1, evaluator, 2.0, SIMULATIONS, -1, policy, True, False)


def mcts(pyspiel: Any, game: Any) -> Any:
    """The bot that sees all cards."""
    return pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, SIMULATIONS, 100, False, 1, False)


def searched(name: str, bot: str) -> Work:
    """Simulations of a bot from one position in mid-game."""
    import pyspiel

    game = pyspiel.load_game(name)
    state = mid_game(game)

    def run() -> int:
        BOTS[bot](pyspiel, game).step(state)
        return SIMULATIONS

    return Work("simulations", f"{NAME} {bot}", name, legal_moves(name), run)


KINDS: dict[str, Callable[[str], Work]] = {"steps": driven, "playouts": playouts}
BOTS: dict[str, Callable[[Any, Any], Any]] = {"IS-MCTS": is_mcts, "MCTS": mcts}
