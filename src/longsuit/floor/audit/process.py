"""The audit in a process of its own, while a server goes on with its tables in this one."""

import contextlib
import os
import signal
from multiprocessing import get_context
from multiprocessing.connection import Connection

from longsuit.core.errors import InputError
from longsuit.floor.audit.run import AuditReport, Progress, audit
from longsuit.floor.store.audit_rows import Source
from longsuit.floor.store.database import DatabaseError, open_to_read
from longsuit.floor.store.event_log import Log

_GIVES_WAY = 10
"""The tables come first."""


def audit_apart(log: Log, progress: Progress) -> AuditReport:
    """Audit a log; it waits for the other process, so call it in a thread.

    A database that only this process can open is audited here.
    """
    source = Source(log.engine)
    if not source.shared:
        return audit(log, progress=progress, workers=1)
    spawning = get_context("spawn")
    ours, theirs = spawning.Pipe(duplex=False)
    process = spawning.Process(target=_there, args=(source.address, theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        return _follow(ours, progress)
    finally:
        ours.close()
        process.terminate()
        process.join()


def _follow(pipe: "Connection[object, object]", progress: Progress) -> AuditReport:
    while True:
        try:
            told = pipe.recv()
        except EOFError:
            raise InputError("The process of the audit was ended: try again.") from None
        match told:
            case AuditReport():
                return told
            case (int(done), int(total)):
                progress(done, total)
            case str(reason):
                raise InputError(reason)


def _there(address: str, pipe: "Connection[object, object]") -> None:
    """In the other process: whoever interrupts the server ends it from there."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(AttributeError, OSError):
        os.nice(_GIVES_WAY)
    try:
        engine = open_to_read(address)
        report = audit(Log(engine), progress=lambda *done: pipe.send(done), workers=1)
    except InputError as error:
        pipe.send(str(error))
    except DatabaseError as error:
        # Its message may name what is in the database, or how it is reached.
        pipe.send(f"The database cannot be read ({type(error).__name__}).")
    else:
        pipe.send(report)
