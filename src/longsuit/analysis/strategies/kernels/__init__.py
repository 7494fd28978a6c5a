"""Compiled loops over hands and deals, for rule lists."""
