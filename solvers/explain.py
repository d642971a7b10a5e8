"""Reasons beside a move, in the words of its game."""

from collections import Counter


def reasons(view, move):
    """How the points of a move come about."""
    return tuple(view.game.notation.explain(view.facts(), view.game.options, move.text, view.names))


def replies(rollouts, index, worlds, seed):
    """What greedy players answer: (the most frequent text,), (a sentence on what answers are worth,); () at the end."""
    answers = [rollouts.reply(index, seed + world) for world in range(worlds)]
    answers = [answer for answer in answers if answer is not None]
    if not answers:
        return (), ()
    (text, times), *_ = sorted(Counter(text for text, _ in answers).items(), key=lambda item: (-item[1], item[0]))
    mean = sum(points for _, points in answers) / len(answers)
    share = f" ({times / worlds:.0%})" if times > 1 else ""
    return (f"{text}{share}",), (f"the next player's answer is worth {mean:.0f} points on average",)
