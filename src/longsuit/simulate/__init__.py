"""Many rounds played out: simulation confirms what is solved, it never certifies."""

from longsuit.simulate.play import simulate
from longsuit.simulate.result import Simulation

__all__ = ["Simulation", "simulate"]
