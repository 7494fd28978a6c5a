"""Exact figures, simulation, strategies, and the documents made of them."""
