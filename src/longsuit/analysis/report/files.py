"""A sheet as a file, by its ending; a file is there whole or not at all."""

import os
from contextlib import suppress
from pathlib import Path

from longsuit.analysis.report.content import Paper
from longsuit.core.errors import InputError
from longsuit.extras import name_extra

ENDINGS = (".pdf", ".html")


def check_output(path: Path) -> None:
    """Refuse a file that no sheet can be written to, before any work is done."""
    if path.suffix.lower() not in ENDINGS:
        raise InputError(f"A PAR sheet is written to a .pdf or .html file, not to {path.name}.")
    if not path.parent.is_dir():
        raise InputError(f"There is no folder {path.parent} to write {path.name} to.")
    if path.is_dir():
        raise InputError(f"{path} is a folder.")


def write_sheet(sheet: Paper, path: Path) -> int:
    """Write the sheet as PDF or HTML, in place of what is there; the number of bytes."""
    check_output(path)
    content = sheet_bytes(sheet, path.suffix.lower())
    _replace(path.resolve(), content)
    return len(content)


def sheet_bytes(sheet: Paper, ending: str) -> bytes:
    """The sheet as a file of one of the endings has it."""
    try:
        if ending == ".pdf":
            # Each renderer is loaded by who needs it.
            from longsuit.analysis.report.pdf import to_pdf  # noqa: PLC0415

            return to_pdf(sheet)
        from longsuit.analysis.report.html import to_html  # noqa: PLC0415

        return to_html(sheet).encode()
    except ModuleNotFoundError as missing:
        raise InputError(name_extra(missing) or str(missing)) from None


def _replace(path: Path, content: bytes) -> None:
    """Put a whole new file in the old one's place, so that nobody ever reads half of it."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with beside.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise InputError(f"{path} cannot be written: {error.strerror or error}.") from None
