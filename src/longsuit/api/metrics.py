"""Counters for Prometheus. Labels are kinds of things, never names of people."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from longsuit.core.progressive.events import WagersCollected
from longsuit.core.round.events import RoundEnded
from longsuit.floor.service.floor import Floor
from longsuit.floor.store.event_log import Commit
from longsuit.workers.pool import Pool

_SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
_ENDS = (RoundEnded, WagersCollected)
_SIZES = (1, 2, 5, 10, 20, 50, 100, 200)


class Metrics:
    """All that is counted for one floor."""

    content_type = CONTENT_TYPE_LATEST

    def __init__(self, floor: Floor, workers: Pool) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.commands = Counter(
            "longsuit_commands",
            "Commands by kind and by what became of them.",
            ["type", "outcome"],
            registry=registry,
        )
        self.command_seconds = Histogram(
            "longsuit_command_seconds",
            "From a command's arrival to its answer.",
            ["type"],
            buckets=_SECONDS,
            registry=registry,
        )
        self.commits = Counter("longsuit_commits", "Commits of the engine.", registry=registry)
        self.batch = Histogram(
            "longsuit_commit_commands",
            "Commands written in one commit.",
            buckets=_SIZES,
            registry=registry,
        )
        self.rounds = Counter("longsuit_rounds", "Rounds ended.", registry=registry)
        self.feeds = Gauge("longsuit_feeds_open", "Feeds that are open.", registry=registry)
        self.dropped = Counter(
            "longsuit_feeds_dropped", "Feeds that were too slow.", registry=registry
        )
        self._limited = Counter(
            "longsuit_turned_away",
            "Requests that were too many, by the limit that they met.",
            ["limit"],
            registry=registry,
        )
        queue = Gauge("longsuit_engine_queue", "Commands that wait.", registry=registry)
        queue.set_function(lambda: floor.waiting)
        jobs = Gauge("longsuit_jobs", "Jobs that wait or are in work.", registry=registry)
        jobs.set_function(lambda: workers.waiting)
        leases = Gauge("longsuit_leases_held", "Tables that this process runs.", registry=registry)
        leases.set_function(lambda: len(floor.engine.held))
        damaged = Gauge(
            "longsuit_streams_damaged", "Tables and meters out of play.", registry=registry
        )
        damaged.set_function(lambda: len(floor.damaged()))
        clock = Gauge("longsuit_clock_out", "1 while the clock is wrong.", registry=registry)
        clock.set_function(lambda: float(floor.clock_complaint() is not None))
        floor.log.watchers.append(self._committed)

    def turned_away(self, limit: str) -> None:
        """Something was too much for a limit."""
        self._limited.labels(limit).inc()

    def _committed(self, commit: Commit) -> None:
        self.commits.inc()
        # A command may write to several streams.
        self.batch.observe(len({(one.who, one.command) for one in commit.records}))
        # A live table's round ends when its progressive wagers are collected.
        over = sum(isinstance(one, _ENDS) for told in commit.told for one in told.events)
        if over:
            self.rounds.inc(over)

    def page(self) -> bytes:
        """As Prometheus reads them."""
        return generate_latest(self.registry)
