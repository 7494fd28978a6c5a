"""Figures that are shipped: each bench opens on a worked example, counted beforehand.

`python -m longsuit.lab.examples` counts them anew; the tests compare them with what is counted.
"""

import gzip
import sys
from collections.abc import Iterable
from functools import lru_cache
from importlib import resources
from pathlib import Path

import msgspec

from longsuit.lab.bench import Bench, Input, read_address, read_sound
from longsuit.lab.catalog import BENCHES
from longsuit.lab.figures import Figures

_FOLDER = "shipped"
_LARGEST = 2**24
"""Bytes of one file, unpacked."""


def shipped(bench: Bench, found: Input) -> Figures | None:
    """The figures of an input that is among the examples."""
    return known(bench.id).get(_name(found.asked))


@lru_cache
def known(bench: str) -> dict[str, Figures]:
    """All that is shipped for a bench."""
    file = resources.files("longsuit.lab").joinpath(_FOLDER, f"{bench}.json.gz")
    content = gzip.decompress(file.read_bytes())
    return msgspec.json.decode(content, type=dict[str, Figures])


def _name(asked: dict[str, str]) -> str:
    return "&".join(f"{name}={value}" for name, value in sorted(asked.items()))


def count(bench: Bench, queries: Iterable[str]) -> dict[str, Figures]:
    """Examples of a bench, counted."""
    found = {}
    for query in queries:
        asked = read_sound(bench, read_address(query)).asked
        found[_name(asked)] = bench.count(asked, lambda *_: None)
    return found


def write(names: list[str]) -> None:
    """Count and write the examples of these benches, or of all."""
    folder = Path(str(resources.files("longsuit.lab").joinpath(_FOLDER)))
    folder.mkdir(exist_ok=True)
    for name in names or BENCHES:
        content = msgspec.json.encode(count(BENCHES[name], dict(BENCHES[name].examples)))
        assert len(content) <= _LARGEST
        packed = gzip.compress(content, 9, mtime=0)
        (folder / f"{name}.json.gz").write_bytes(packed)
        print(f"{name}: {len(content):,} bytes, {len(packed):,} packed", flush=True)


if __name__ == "__main__":
    write(sys.argv[1:])
