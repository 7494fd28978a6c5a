"""Shuffles and draws from sealed seeds, and the vault that keeps the seeds."""
