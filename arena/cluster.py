"""Play of units on a Dask cluster. Every thread of a Dask worker plays through a process of its own."""

import asyncio
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any
from uuid import uuid4

import kiebitz
from kiebitz.arena.errors import ArenaError
from kiebitz.arena.plan import Plan
from kiebitz.arena.pool import AHEAD, Batches, LocalPool
from kiebitz.arena.record import UnitRecord
from kiebitz.arena.worker import MOST_DEATHS, Task
from kiebitz.errors import KiebitzError

PATIENCE = 15  # seconds in which the scheduler must answer and a first worker must join

# On a Dask worker: by arena and thread, a pool with one process.
pools: dict[tuple[str, int], LocalPool] = {}


def play_task(arena: str, plan: Plan, units: tuple[int, ...]) -> tuple[list[UnitRecord], float]:
    """Plays units on a Dask worker. Returns their records and the seconds that they took.

    Raises ArenaError, which names the Dask worker, if it cannot make a solver.
    """
    key = (arena, threading.get_ident())
    start = time.perf_counter()
    try:
        if key not in pools:
            pools[key] = LocalPool(plan, 1)
        records = [record for some in pools[key].play(units) for record in some]
    except ArenaError as error:
        from distributed import get_worker

        raise ArenaError(f"--dask: worker {get_worker().address}: {error}") from None
    return records, time.perf_counter() - start


def close_pools(arena: str) -> None:
    """Ends the processes of an arena on a Dask worker."""
    for key in [key for key in pools if key[0] == arena]:
        pools.pop(key).close()


def installed_version() -> str:
    """The version of kiebitz on a Dask worker."""
    return kiebitz.__version__


async def reach(address: str) -> None:
    """Raises an error if the scheduler cannot be reached.

    A Client that cannot connect would wait again, and print an error again, when the program ends.
    """
    from distributed.comm import connect
    from distributed.security import Security

    connection = await connect(address, timeout=PATIENCE, **Security().get_connection_args("client"))
    await connection.close()


class ClusterPool:
    """A pool that plays on all threads of a Dask cluster, also on threads that join later.

    plan: the plan of the arena.
    address: the address of the scheduler.

    Raises ArenaError if Dask is not installed, the scheduler does not answer, there is no worker, or a worker has
    another version of kiebitz.
    """

    def __init__(self, plan: Plan, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise ArenaError("--dask needs the extra: pip install 'kiebitz[dask]'") from None
        self.plan = plan
        self.address = address
        self.arena = uuid4().hex
        try:
            asyncio.run(reach(address))
            self.client = Client(address, timeout=PATIENCE, set_as_default=False)
        except Exception as error:  # a wrong address raises one of many errors
            raise ArenaError(f"--dask {address}: no scheduler answers there: {error}") from None
        try:
            self.client.wait_for_workers(1, timeout=PATIENCE)
            self.refuse_other_versions()
        except TimeoutError:
            self.close()
            raise ArenaError(f"--dask {address}: the scheduler has no workers") from None
        except BaseException:
            self.close()
            raise

    def refuse_other_versions(self) -> None:
        """Raises ArenaError if a Dask worker has another version of kiebitz."""
        for host, version in self.client.run(installed_version).items():
            if version != kiebitz.__version__:
                raise ArenaError(f"--dask: {host} has kiebitz {version}, this is {kiebitz.__version__}")

    def threads(self) -> int:
        """The number of threads of all workers, at least 1."""
        return max(sum(map(int, self.client.nthreads().values())), 1)

    def play(self, units: Iterable[int]) -> Iterator[list[UnitRecord]]:
        """Yields lists of finished units, in any order. Raises ArenaError if the cluster is lost."""
        from distributed import as_completed

        try:
            yield from self.collected(Batches(units, self.threads()), as_completed(loop=self.client.loop))
        except KiebitzError:
            raise
        except Exception as error:  # a lost cluster raises one of many errors
            what = " ".join(f"{type(error).__name__}: {error}".split())
            raise ArenaError(
                f"--dask {self.address}: the cluster was lost; units that were kept before are still there ({what})"
            ) from None

    def collected(self, batches: Batches, completed: Any) -> Iterator[list[UnitRecord]]:
        """Keeps every thread busy and yields finished units.

        completed: Dask's iterator over the futures in the order in which they are done.
        """
        running: dict[Any, Task] = {}
        while batches or running:
            batches.workers = self.threads()
            while batches and len(running) < AHEAD * batches.workers:
                task = batches.next()
                future = self.client.submit(play_task, self.arena, self.plan, task.units, pure=False)
                running[future] = task
                completed.add(future)
            future = next(completed)
            task = running.pop(future)
            outcome = self.outcome(future)
            if outcome is not None:
                batches.took(len(task.units), outcome[1])
                yield outcome[0]
            elif task.deaths + 1 < MOST_DEATHS:
                batches.again.append(task._replace(deaths=task.deaths + 1))
            else:
                raise ArenaError(f"--dask {self.address}: workers keep dying over units {task.units}")

    def outcome(self, future: Any) -> tuple[list[UnitRecord], float] | None:
        """Records and seconds of a finished task; None if the task was lost together with its workers."""
        from distributed import KilledWorker

        try:
            found: tuple[list[UnitRecord], float] = future.result(timeout=PATIENCE)
            return found
        except KilledWorker:
            return None
        except Exception:
            if future.cancelled() and self.client.status == "running":
                return None
            raise

    def close(self) -> None:
        """Ends the processes of this arena on the cluster and closes the connection."""
        # A lost cluster cannot be reached, and its processes end with it.
        with suppress(Exception):
            if self.client.status == "running":
                self.client.run(close_pools, self.arena)
        with suppress(Exception):
            self.client.close(timeout=5)
