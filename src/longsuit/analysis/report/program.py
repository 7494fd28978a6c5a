"""The digest of the program that made a sheet."""

import hashlib
from functools import cache
from importlib import resources
from pathlib import Path


@cache
def program_digest() -> str:
    """Identifies the code and the data in the box that figures come from, whatever its version.

    The digest of the names and contents of every module and table below the analysis and the core.
    """
    house = Path(str(resources.files("longsuit")))
    sums = hashlib.sha256()
    for folder in ("analysis", "core"):
        for path in sorted((house / folder).rglob("*")):
            if path.suffix in (".py", ".toml"):
                name, content = path.relative_to(house).as_posix().encode(), path.read_bytes()
                for part in (name, content):
                    sums.update(len(part).to_bytes(8, "big") + part)
    return sums.hexdigest()[:16]
