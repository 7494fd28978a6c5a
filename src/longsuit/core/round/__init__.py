"""A round at a table: what may happen, and what happened."""
