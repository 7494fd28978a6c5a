"""Many rounds played out: simulation confirms what is solved, it never certifies."""

from longsuit.analysis.simulate.play import simulate
from longsuit.analysis.simulate.result import Simulation

__all__ = ["Simulation", "simulate"]
