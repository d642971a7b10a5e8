"""Reasons beside a move, in the words of its game."""

from collections import Counter


def reasons(view, move):
    """How the points of a move come about."""
    return tuple(view.game.notation.explain(view.facts(), view.game.options, move.text, view.names))


def replies(rollouts, index, worlds, seed):
    """What is likely to follow under greedy play, up to the first decision of another player, over a few worlds.

    Returns (the most frequent moves in order, a sentence on what the other's answer is worth); both empty at the end.
    """
    futures = [rollouts.future(index, (seed + world) % 2**64) for world in range(worlds)]
    futures = [future for future in futures if future is not None]
    if not futures:
        return (), ()
    (line, times), *_ = sorted(Counter(line for line, _ in futures).items(), key=lambda item: (-item[1], item[0]))
    mean = sum(points for _, points in futures) / len(futures)
    share = f" ({times / worlds:.0%})" if times > 1 else ""
    return (*line[:-1], f"{line[-1]}{share}"), (f"the next player's answer: {mean:.0f} points on average",)
