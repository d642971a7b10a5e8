"""Third-party solvers with wrong answers to a hint, and one that prints."""

import atexit
import dataclasses
import math
import os
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import kiebitz
from kiebitz.solvers import make_solver

HERE = Path(__file__).parent

print("answering is imported")


class Fails:
    """Raises what its text names, or ends the process."""

    def __init__(self, error):
        self.error = error

    def advise(self, view, budget):
        raise self.error


def fails():
    return Fails(RuntimeError("boom"))


def misses():
    return Fails(KeyError("Anna"))


def overflows():
    return Fails(MemoryError())


def leaves():
    return Fails(SystemExit(0))


def misreads():
    return Fails(kiebitz.NotationError("no such card"))


class Recurses:
    def advise(self, view, budget):
        return self.advise(view, budget)


class Short:
    def advise(self, view):
        return None


@dataclass(frozen=True)
class Says:
    """Greedy's answer with one thing changed; `what` names the change."""

    what: str = "nothing"

    def advise(self, view, budget):
        print("thinking")
        answer = make_solver("greedy").advise(view, budget)
        changed, *others = answer.moves
        if self.what in OF_THE_ANSWER:
            return OF_THE_ANSWER[self.what](answer)
        return dataclasses.replace(answer, moves=(dataclasses.replace(changed, **OF_A_MOVE[self.what]), *others))


def other_game(answer):
    return kiebitz.hint(kiebitz.game("quanto").deal(1), "greedy")


OF_THE_ANSWER = {
    "nothing": lambda answer: answer,
    "none": lambda answer: None,
    "junk": lambda answer: "RO1@0,1",
    "no_moves": lambda answer: dataclasses.replace(answer, moves=()),
    "other_moves": lambda answer: dataclasses.replace(answer, moves=other_game(answer).moves),
    "one_move_twice": lambda answer: dataclasses.replace(answer, moves=answer.moves[:1] * 2),
    "texts": lambda answer: dataclasses.replace(answer, moves=("pass",)),
    "other_game": other_game,
    "other_player": lambda answer: dataclasses.replace(answer, to_move="Zoe"),
    "odd_stop": lambda answer: dataclasses.replace(answer, stop=["budget"]),
    "odd_belief": lambda answer: dataclasses.replace(answer, belief=0.5),
}
OF_A_MOVE = {
    "margin_text": {"margin": "12"},
    "margin_infinite": {"margin": math.inf},
    "wide_interval": {"margin_ci": (1.0, 2.0, 3.0)},
    "win_percent": {"win": 71.4},
    "win_nan": {"win": math.nan},
    "move_text": {"move": "pass"},
    "why_text": {"why": "because"},
}


@dataclass(frozen=True)
class Asks(Says):
    """Parameters that have no plain default."""

    n: int = field(kw_only=True)
    limit: "float | None" = None
    seen: list = field(default_factory=list)

    def advise(self, view, budget):
        print(self.n, self.limit)
        return make_solver("greedy").advise(view, budget)


class Noisy:
    """Writes to standard output in every way, also after its answer and in a copy of the process."""

    def advise(self, view, budget):
        os.write(1, b"by descriptor\n")
        subprocess.run(["echo", "by a subprocess"], check=True)
        sys.__stdout__.write("by the first stream\n")
        sys.__stdout__.flush()
        threading.Thread(target=keep_talking).start()
        atexit.register(print, "at the end")
        os.fork()
        return make_solver("greedy").advise(view, budget)


def keep_talking():
    for _ in range(100):
        print("by a thread")
        time.sleep(0.01)


class Strange(BaseException):
    def __str__(self):
        raise Strange


class Beyond:
    """Fails with an error that is no Exception and has no text."""

    def advise(self, view, budget):
        raise Strange
