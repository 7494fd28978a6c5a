"""`make bench`: every measurement, or those named on the command line."""

import sys
from importlib import import_module

SECTIONS = (
    "startup",
    "ranking",
    "rounds",
    "shuffles",
    "progressives",
    "audit",
    "checkpoints",
    "log_size",
    "solver",
    "positions",
    "simulation",
    "faceup",
    "strategies",
    "floor",
    "servers",
    "door",
    "growth",
    "feed",
    "web",
    "workers",
)


def main(wanted: list[str]) -> int:
    unknown = [name for name in wanted if name not in SECTIONS]
    if unknown:
        print(f"There is no measurement '{unknown[0]}'; there are: {', '.join(SECTIONS)}.")
        return 2
    for name in wanted or SECTIONS:
        import_module(f"bench.{name}").run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
