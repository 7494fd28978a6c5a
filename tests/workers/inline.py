"""Workers that are no processes: jobs are done in the test's own, where it can hold them up."""

from longsuit.workers.frames import decoder, encode
from longsuit.workers.job import Tell
from longsuit.workers.jobs import AnyJob
from longsuit.workers.pool import Pool
from longsuit.workers.process import Process


class Inline(Process):
    """A worker in the thread that waits for it."""

    pid = 1

    def do(self, job: bytes, _seconds: float, tell: Tell) -> bytes:
        return encode(decoder(AnyJob).decode(job).do(tell))


def inline_pool() -> Pool:
    return Pool(start=Inline)
