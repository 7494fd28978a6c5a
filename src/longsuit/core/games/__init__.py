"""The two games: declared as data, settled by code."""
