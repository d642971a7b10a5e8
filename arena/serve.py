"""The worker process: it makes every solver once, then plays the tasks that the arena gives it."""

import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kiebitz.arena.heartbeat import Heartbeat
from kiebitz.arena.mailbox import Mailbox
from kiebitz.arena.match import Sentence, games_of, play_game, quick_policies, whole
from kiebitz.arena.plan import Plan
from kiebitz.arena.programs import prepared
from kiebitz.arena.record import GameRecord, UnitRecord
from kiebitz.arena.worker import Answer
from kiebitz.core import Game
from kiebitz.solvers.guard import error_text

ORPHAN_CHECK = 0.2  # seconds between two checks whether the arena still runs
TASK_CHECK = 0.002  # seconds between two looks for a task, while there is none


def serve(folder: str, arena: int) -> None:
    """The main function of a worker process.

    folder: the folder that it shares with the arena.
    arena: number of the arena's process, which may have ended already.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_the_arena, args=(arena, folder), daemon=True).start()
    try:
        work(Path(folder))
    except BaseException as error:  # a signal handler of a solver can raise errors anywhere
        print(f"kiebitz arena: a worker ended: {error_text(error)}", file=sys.stderr, flush=True)
    os._exit(1)  # no exit handler or thread of a solver may delay the end


def work(folder: Path) -> None:
    """Answers all questions of the arena: the plan, then tasks."""
    heartbeat = Heartbeat(folder / "heartbeat")
    questions, answers = Mailbox(folder, "question"), Mailbox(folder, "answer")
    plan = awaited(questions)
    found = prepared(plan.solvers, heartbeat, plan.known_programs)
    answers.put(found)
    game = plan.make_game()
    while True:
        units, sentences, begun = awaited(questions)
        answer = play_task(plan, game, units, sentences, list(begun), heartbeat)
        answers.put(answer)
        if answer.spent:
            os.killpg(0, signal.SIGKILL)


def awaited(questions: Mailbox) -> Any:
    """The next question of the arena."""
    while (question := questions.take()) is None:
        time.sleep(TASK_CHECK)
    return question


def play_task(
    plan: Plan,
    game: Game,
    units: tuple[int, ...],
    sentences: Mapping[tuple[int, int], Sentence],
    begun: list[GameRecord],
    heartbeat: Heartbeat,
) -> Answer:
    """Plays units up to the end, or up to a game that a solver loses by an error that was not known before.

    begun: games of the first unit that are already played.
    """
    start = time.perf_counter()
    policies = quick_policies(plan)
    records: list[UnitRecord] = []
    spent = False
    heartbeat.done()
    for unit in units:
        for arena_game in games_of(plan, unit)[len(begun) :]:
            sentence = sentences.get(arena_game[:2])
            record = play_game(plan, game, arena_game, sentence, heartbeat, policies)
            begun.append(record)
            spent = record.forfeit is not None and (sentence is None or record.forfeit.reason != sentence.reason)
            if spent:
                break
        if len(begun) == plan.games_a_unit:
            records.append(whole(plan, game, unit, begun))
            begun = []
        if spent:
            break
    return Answer(records, tuple(begun), time.perf_counter() - start, spent)


def end_with_the_arena(arena: int, folder: str) -> None:
    """Ends the process and its group as soon as the arena has ended, even if a solver hangs in it."""
    while os.getppid() == arena:
        time.sleep(ORPHAN_CHECK)
    shutil.rmtree(folder, ignore_errors=True)
    os.killpg(0, signal.SIGKILL)
