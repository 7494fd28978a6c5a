"""The same for all tests: `tests.extent`."""

from tests.extent import EXTENT, SEED, chance, extent

__all__ = ["EXTENT", "SEED", "chance", "extent"]
