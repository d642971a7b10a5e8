"""Games of all kinds played through the whole public API, in any order of its calls, beside the rule books."""

import copy
import dataclasses
import pickle
import tempfile
from pathlib import Path

import pytest
from agreement import Pile, assert_same_facts, known_to_the_book, never_shuffled, shuffled_pile
from drawn_games import SEEDS, book_of, deals
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from test_qwinto_engine import legal_of, new_pile

import kiebitz

ORDERS = {"kwatro": shuffled_pile, "quanto": never_shuffled, "qwinto": new_pile}
QUICK = settings(max_examples=8, stateful_step_count=25, deadline=None)
THOROUGH = settings(max_examples=1500, stateful_step_count=60, deadline=None)
seats = st.integers(0, 7)


def through_a_file(state):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "position.toml"
        path.write_text(state.to_toml())
        assert not kiebitz.check(path)
        return kiebitz.load(path)


WAYS = {
    "copied": lambda state: state.copy(),
    "copied deeply": copy.deepcopy,
    "pickled": lambda state: pickle.loads(pickle.dumps(state)),
    "from facts": lambda state: state.game.position(state.facts(), state.names),
    "from a line": lambda state: kiebitz.parse(state.to_line()),
    "from a file": through_a_file,
}


class PlayedAnyhow(RuleBasedStateMachine):
    """A position of the engine and the facts of the rule book, to which the same happens."""

    name = ""

    @initialize(data=st.data())
    def begin(self, data):
        self.deal(data)

    def deal(self, data):
        self.position = data.draw(deals(st.just(self.name)))
        self.options = dataclasses.asdict(self.position.game.options)
        self.book = book_of(self.position.game)
        self.facts = known_to_the_book(self.position.facts())

    @precondition(lambda self: self.position.over)
    @rule(data=st.data())
    def end_and_deal_again(self, data):
        assert len(self.position.legal_moves()) == 0
        with pytest.raises(kiebitz.IllegalMoveError):
            self.position.random_move()
        self.deal(data)

    def going_on(self):
        return not self.position.over

    def make(self, move):
        before = self.facts
        self.position.play(move)
        order = ORDERS[self.name](before, self.position.facts(), before["to_move"], str(move))
        self.facts = self.book.play(before, str(move), self.options, Pile(order) if order else None)

    @precondition(going_on)
    @rule(number=st.integers(0, 10**6), scoring=st.booleans(), as_text=st.booleans())
    def play(self, number, scoring, as_text):
        legal = self.book.legal(self.facts, self.options)
        moves = sorted(move for move, points in legal.items() if points > 0 or not scoring) or sorted(legal)
        text = moves[number % len(moves)]
        self.make(text if as_text else self.position.move(text))

    @precondition(going_on)
    @rule(times=st.integers(1, 12))
    def play_greedily(self, times):
        for _ in range(times):
            if not self.position.over:
                self.make(self.position.greedy_move())

    @precondition(going_on)
    @rule(seed=SEEDS)
    def play_at_random(self, seed):
        self.make(self.position.random_move(seed))

    @precondition(going_on)
    @rule(way=st.sampled_from(sorted(WAYS)))
    def exchange(self, way):
        other = WAYS[way](self.position)
        assert other == self.position
        assert hash(other) == hash(self.position)
        assert legal_of(other) == legal_of(self.position)
        self.position = other

    @precondition(going_on)
    @rule(seat=seats, seed=SEEDS, way=st.sampled_from(sorted(set(WAYS) - {"from facts"})))
    def look(self, seat, seed, way):
        seat %= self.position.game.players
        view = self.position.view(seat)
        assert WAYS[way](view) == view
        if seat == self.position.to_move:
            assert legal_of(view) == self.book.legal(self.facts, self.options)
        else:
            with pytest.raises(kiebitz.IllegalMoveError):
                view.legal_moves()
        self.compare_world(view, view.sample(seed))

    def compare_world(self, view, world):
        assert world.view(view.player) == view
        assert world.game.position(world.facts(), world.names) == world
        assert legal_of(world) == self.book.legal(known_to_the_book(world.facts()), self.options)

    @precondition(going_on)
    @rule(text=st.sampled_from(["", "pass me", "write Y99", "8 takes", "RO1@0", "\x00", "trade me", "J as 13 takes J"]))
    def misspell(self, text):
        before = self.position.copy()
        with pytest.raises((kiebitz.NotationError, kiebitz.IllegalMoveError)):
            self.position.play(text)
        assert self.position == before

    @invariant()
    def engine_and_book_agree(self):
        assert_same_facts(self.position.facts(), self.facts, self.position.to_line())
        assert self.position.over == self.book.over(self.facts)
        assert legal_of(self.position) == self.book.legal(self.facts, self.options)
        if self.position.over:
            assert self.position.scores == self.book.scores(self.facts)


@pytest.mark.parametrize("name", kiebitz.GAMES)
def test_games_played_anyhow_agree_with_the_rule_book(name):
    run_machine(name, QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("name", kiebitz.GAMES)
def test_very_many_games_played_anyhow_agree_with_the_rule_book(name):
    run_machine(name, THOROUGH)


def run_machine(name, amount):
    run_state_machine_as_test(type(f"Played_{name}", (PlayedAnyhow,), {"name": name}), settings=amount)
