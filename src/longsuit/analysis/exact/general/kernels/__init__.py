"""Compiled loops. Each file stands alone: a compiled cache does not notice changes elsewhere."""
