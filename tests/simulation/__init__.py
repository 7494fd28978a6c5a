"""A whole floor in one process, on virtual time, from one seed (decisions/0031-simulation.md)."""
