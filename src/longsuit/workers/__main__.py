"""A worker as a process: `python -m longsuit.workers`."""

from longsuit.workers.jobs import AnyJob
from longsuit.workers.worker import run

run(AnyJob)
