"""Spreads units over a Dask cluster; every thread of its workers plays through a process of its own, as here."""

import asyncio
import threading
import time
from contextlib import suppress
from uuid import uuid4

import kiebitz
from kiebitz.arena.plan import ArenaError
from kiebitz.arena.pool import AHEAD, Batches, LocalPool
from kiebitz.arena.worker import MOST_DEATHS
from kiebitz.errors import KiebitzError

PATIENCE = 15  # seconds for the scheduler to answer and for a first worker to be there

# On a Dask worker: the pools of one process each, by arena and thread.
pools = {}


def play_task(arena, plan, units):
    """Runs on a Dask worker: the records of the units, and the seconds they took."""
    key = (arena, threading.get_ident())
    if key not in pools:
        pools[key] = LocalPool(plan, 1)
    start = time.perf_counter()
    records = [record for some in pools[key].play(units) for record in some]
    return records, time.perf_counter() - start


def close_pools(arena):
    """Runs on a Dask worker when an arena is over."""
    for key in [key for key in pools if key[0] == arena]:
        pools.pop(key).close()


def installed_version():
    return kiebitz.__version__


async def reach(address):
    """Connects and hangs up: a Client that fails to would wait and complain once more when the program ends."""
    from distributed.comm import connect
    from distributed.security import Security

    connection = await connect(address, timeout=PATIENCE, **Security().get_connection_args("client"))
    await connection.close()


class ClusterPool:
    """The threads of a Dask cluster, those that join later included."""

    def __init__(self, plan, address):
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
        except Exception as error:  # addresses can be wrong in many ways, each with a name of its own
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

    def refuse_other_versions(self):
        for host, version in self.client.run(installed_version).items():
            if version != kiebitz.__version__:
                raise ArenaError(f"--dask: {host} has kiebitz {version}, this is {kiebitz.__version__}")

    def threads(self):
        return max(sum(self.client.nthreads().values()), 1)

    def play(self, units):
        """Yields lists of unit records as they are finished, in any order."""
        from distributed import as_completed

        try:
            yield from self.collected(Batches(units, self.threads()), as_completed(loop=self.client.loop))
        except KiebitzError:
            raise
        except Exception as error:  # Dask has many names for a lost cluster
            what = " ".join(f"{type(error).__name__}: {error}".split())
            raise ArenaError(
                f"--dask {self.address}: the cluster went away; units that were kept before are still there ({what})"
            ) from None

    def collected(self, batches, completed):
        """Keeps every thread busy; completed: Dask's iterator over the futures in the order they are done."""
        running = {}
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
                batches.took(task, outcome[1])
                yield outcome[0]
            elif task.deaths + 1 < MOST_DEATHS:
                batches.again.append(task._replace(deaths=task.deaths + 1))
            else:
                raise ArenaError(f"--dask {self.address}: workers keep dying over units {task.units}")

    def outcome(self, future):
        """Records and seconds of a task; None if it was lost with the workers that had it."""
        from distributed import KilledWorker

        try:
            return future.result(timeout=PATIENCE)
        except KilledWorker:
            return None
        except Exception:
            if future.cancelled() and self.client.status == "running":
                return None
            raise

    def close(self):
        # A cluster that went away cannot be told, and its processes end with it.
        with suppress(Exception):
            if self.client.status == "running":
                self.client.run(close_pools, self.arena)
        with suppress(Exception):
            self.client.close(timeout=5)
