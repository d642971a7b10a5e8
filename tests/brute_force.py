"""Endings solved by trying every continuation: without pruning, transposition table or move order."""

import random

import kiebitz


class TooLarge(Exception):
    """The ending has more continuations than the test wants to try."""


class Count:
    """Raises TooLarge after a number of moves."""

    def __init__(self, most):
        self.left = most

    def one(self):
        self.left -= 1
        if self.left < 0:
            raise TooLarge


def preference(player, scores, objective):
    """A key that sorts outcomes by a player's preference, the best last: the documented rule, word by word."""
    others = [score for seat, score in enumerate(scores) if seat != player]
    margin = scores[player] - max(others, default=0)
    leaders = scores.count(max(scores))
    share = 1 / leaders if scores[player] == max(scores) else 0
    following = [scores[(player + step) % len(scores)] for step in range(1, len(scores))]
    return (share if objective == "win" else 0, margin, scores[player], *(-score for score in following))


def final_scores(position, count, objective="win"):
    """Final scores when all do the best for themselves; `position` is an engine's."""
    if position.over:
        return position.scores
    player, found = position.to_move, []
    for move in position.legal_moves():
        count.one()
        after = position.copy()
        after.play(move)
        found.append(final_scores(after, count, objective))
    return max(found, key=lambda scores: preference(player, scores, objective))


def final_scores_by_the_book(book, facts, options, count, objective="win"):
    """Like `final_scores`, on the facts of a rule book."""
    if book.over(facts):
        return book.scores(facts)
    player, found = facts["to_move"], []
    for move in book.legal(facts, options):
        count.one()
        found.append(final_scores_by_the_book(book, book.play(facts, move, options), options, count, objective))
    return max(found, key=lambda scores: preference(player, scores, objective))


def after_each_move(position, count, objective="win"):
    """Final scores after each legal move, by its text."""
    found = {}
    for move in position.legal_moves():
        count.one()
        after = position.copy()
        after.play(move)
        found[move.text] = final_scores(after, count, objective)
    return found


def margin(scores, player):
    return scores[player] - max([score for seat, score in enumerate(scores) if seat != player], default=0)


def endings(name, players, rules, seed, cards, pile=0):
    """Positions without end: at most so many cards in the hands and in the pile, from random games."""
    choice = random.Random(seed)
    game = kiebitz.game(name, players, rules)
    while True:
        position = game.deal(choice.randrange(2**32))
        for _ in range(400):
            if position.over:
                break
            facts = position.facts()
            if len(facts["pile"]) <= pile and sum(map(len, facts["hands"])) <= cards:
                yield position.copy()
            position.play(lively_move(position, choice))


def lively_move(position, choice):
    """One that scores mostly, so that games come to their end; any one else."""
    moves = position.legal_moves()
    scoring = [i for i in range(len(moves)) if moves.points(i) > 0]
    return moves[choice.choice(scoring) if scoring and choice.random() < 0.8 else choice.randrange(len(moves))]
