"""Third-party solvers that each break another rule of the arena, and a few that break none."""

import os
import resource
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar

import kiebitz
from kiebitz.solvers.baselines import Greedy


@dataclass(frozen=True)
class Raises(Greedy):
    """Plays three decisions, then fails."""

    def choose(self, view, seed):
        if sum(view.scores) > 60:
            raise RuntimeError("no idea\nwhat to do")
        return view.greedy_move()


class Illegal(Greedy):
    def choose(self, view, seed):
        return kiebitz.game("kwatro").deal(seed).legal_moves()[0]


class Talk(Greedy):
    """Answers with text, and writes to standard output, where the arena's own answer goes."""

    def choose(self, view, seed):
        print("I play", view.greedy_move())
        return view.greedy_move().text


class Nothing(Greedy):
    def choose(self, view, seed):
        return None


class Exits(Greedy):
    def choose(self, view, seed):
        raise SystemExit(0)


class Late(Greedy):
    def choose(self, view, seed):
        time.sleep(0.25)
        return view.greedy_move()


@dataclass(frozen=True)
class Expects(Greedy):
    """Returns an expected share of the win with every move; the share may be no number."""

    win: str = "0.5"

    def choose_and_predict(self, view, seed):
        win = {"nothing": None, "text": "surely"}.get(self.win, self.win)
        return view.greedy_move(), win if win in (None, "surely") else float(win)


class Hangs(Greedy):
    def choose(self, view, seed):
        while True:
            time.sleep(0.01)


class Crashes(Greedy):
    """Ends its process."""

    def choose(self, view, seed):
        os._exit(7)


class Curious(Greedy):
    """Fails if it is given more than a view, or has seen a game before."""

    def choose(self, view, seed):
        assert type(view) is kiebitz.View
        assert view.player == view.to_move
        assert not hasattr(view, "deal")
        return view.greedy_move()

    def advise_position(self, position, budget):
        raise AssertionError("nobody may show this solver a position")


class Watches(Greedy):
    """Keeps the moves of the others that it observes, for the test."""

    told: ClassVar[list] = []

    def observe(self, view, move):
        Watches.told.append((view, move))


class Blind(Greedy):
    """Fails when it observes the first move of another player."""

    def observe(self, view, move):
        raise RuntimeError("too fast for me")


class Unprintable(Greedy):
    """Fails with a text that has no encoding and clears the screen."""

    def choose(self, view, seed):
        raise ValueError("\ud800 \x1b[2J")


class UntellableError(Exception):
    def __str__(self):
        raise SystemExit("no text")


class Untellable(Greedy):
    """Fails with an error whose text fails."""

    def choose(self, view, seed):
        raise UntellableError


class EndlessError(Exception):
    def __str__(self):
        while True:
            time.sleep(0.01)


class Endless(Greedy):
    """Fails with an error whose text takes for ever."""

    def choose(self, view, seed):
        raise EndlessError


class Interrupts(Greedy):
    """Fails like a Ctrl-C."""

    def choose(self, view, seed):
        raise KeyboardInterrupt


class Closes(Greedy):
    """Closes all descriptors of its process, and plays on."""

    def choose(self, view, seed):
        os.closerange(0, 4096)
        return view.greedy_move()


class Scribbles(Greedy):
    """Writes to all descriptors of its process and reads from them, and plays on."""

    def choose(self, view, seed):
        for descriptor in range(3, 64):
            with suppress(OSError):
                os.set_blocking(descriptor, False)
                os.write(descriptor, b"\0" * 1000)
                os.read(descriptor, 1000)
        return view.greedy_move()


class Forks(Greedy):
    """Answers twice: by itself and by a copy of its process."""

    def choose(self, view, seed):
        os.fork()
        return view.greedy_move()


class Kills(Greedy):
    """Kills its process and all of its group."""

    def choose(self, view, seed):
        os.killpg(0, signal.SIGKILL)


class Leaves(Greedy):
    """Starts a process, notes its number in a file, and fails."""

    def choose(self, view, seed):
        process = subprocess.Popen(["sleep", "1000"])
        with open(os.environ["LEFT_PROCESSES"], "a") as file:
            print(process.pid, file=file)
        raise RuntimeError("there is more")


class NoFiles(Greedy):
    """Forbids its process to open files, so that it cannot even send the result of the game."""

    def choose(self, view, seed):
        resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))
        return view.greedy_move()


class DiesAtOnce(Greedy):
    """Ends the process in which it is made."""

    def __post_init__(self):
        os._exit(9)


class Unmade(Greedy):
    """Cannot be made."""

    def __post_init__(self):
        raise FileNotFoundError("weights.npy")


@dataclass(frozen=True)
class Versioned(Greedy):
    """Names its version."""

    version: str = "1.0"
