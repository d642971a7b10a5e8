"""Expectimax that sums all outcomes and tries all moves equals the plain recursion over the rules in plain Python."""

import random
from functools import cache
from itertools import combinations

import pytest
from rulebook import qwinto as book

import kiebitz
from kiebitz.expectimax import ExpectimaxSearch

OPTIONS = dict(book.DEFAULTS)


def late_views(games, fewest=20, seed=1):
    """Views of solitary games of Qwinto in which not many cards are unseen and not many fields empty."""
    game = kiebitz.game("qwinto", players=1)
    choice = random.Random(seed)
    for number in range(games):
        position = game.deal(seed * 100 + number)
        while not position.over:
            facts = position.facts()
            if facts["decision"] == "place" and len(facts["pile"]) <= 7 and filled(facts["sheets"][0]) >= fewest:
                yield position.view()
                break
            moves = position.legal_moves()
            position.play(position.greedy_move() if choice.random() < 0.9 else moves[choice.randrange(len(moves))])


def filled(sheet):
    return sum(number is not None for row in book.COLUMNS for number in sheet[row])


def key(facts):
    return repr(
        [facts[name] for name in ("square", "covered", "hands", "pile", "sheets", "to_move", "decision", "announced")]
    )


class BruteForce:
    """The value of a position alone, by trying everything; the unseen cards are the pile in any order."""

    def __init__(self):
        self.known = {}

    def runs(self, facts):
        """Every way to take the turn: (first move, facts before nature answers)."""
        for move in book.legal(facts, OPTIONS):
            yield from self.finished(move, self.played(facts, move))

    def finished(self, first, facts):
        if facts["decision"] == "place" or book.over(facts):
            yield first, facts
            return
        for move in book.legal(facts, OPTIONS):
            yield first, self.played(facts, move)

    @staticmethod
    def played(facts, move):
        """After the move, without the draw: blank cards are drawn and taken away again."""
        after = book.play({**facts, "pile": ["none"] * 3}, move, OPTIONS)
        if not book.over(after) and after["decision"] == "place":
            after["hands"] = [[card for card in after["hands"][0] if card != "none"]]
        after["pile"] = facts["pile"]
        return after

    def draws(self, facts):
        """Every refill, all equally likely."""
        wanted = 3 - len(facts["hands"][0])
        first = min(wanted, len(facts["pile"]))
        for now in combinations(facts["pile"], first):
            rest = [card for card in facts["pile"] if card not in now]
            if first == wanted:
                yield self.drawn(facts, now, rest, facts["covered"])
                continue
            for later in combinations(facts["covered"], wanted - first):
                pile = [card for card in facts["covered"] if card not in later]
                yield self.drawn(facts, now + later, pile, [])

    @staticmethod
    def drawn(facts, cards, pile, covered):
        return {**facts, "hands": [sorted([*facts["hands"][0], *cards])], "pile": pile, "covered": covered}

    def after_run(self, facts, turns):
        if turns == 0 or book.over(facts):
            return book.scores(facts)[0]
        values = [self.value(after, turns) for after in self.draws(facts)]
        return sum(values) / len(values)

    def value(self, facts, turns):
        found = self.known.get((key(facts), turns))
        if found is None:
            found = max(self.after_run(after, turns - 1) for _, after in self.runs(facts))
            self.known[key(facts), turns] = found
        return found

    def moves(self, facts, turns):
        best = {}
        for move, after in self.runs(facts):
            best[move] = max(best.get(move, -1000), self.after_run(after, turns - 1))
        return best


def exact(view, turns, **settings):
    """(value of every move by its text, the search) with nothing sampled."""
    search = ExpectimaxSearch(view, width=0, samples=0, outcomes=4096, leaf="margin", **settings)
    first, best = search.first_moves(), {}
    for run in range(len(search)):
        text = view.legal_moves()[int(first[run])].text
        best[text] = max(best.get(text, -1000), search.expected(run, turns))
    assert search.sampled == 0
    return best, search


@cache
def some_views():
    return tuple(late_views(5))


def known_facts(view):
    """The facts of a world with the pile as a set. In a game alone the pile holds all unseen cards."""
    return view.sample(0).facts()


def test_exact_expectimax_equals_brute_force_over_the_rule_book():
    for view in some_views():
        wanted = BruteForce().moves(known_facts(view), 2)
        found, _ = exact(view, 2)
        assert found == pytest.approx(wanted)


@pytest.mark.slow
def test_two_further_turns_equal_brute_force_too():
    view = min(late_views(60, fewest=24), key=lambda view: (len(view.facts()["pile"]), len(view.legal_moves())))
    wanted = BruteForce().moves(known_facts(view), 3)
    assert exact(view, 3)[0] == pytest.approx(wanted)
