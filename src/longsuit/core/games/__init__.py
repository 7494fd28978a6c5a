"""The games: declared as files, settled by one function."""
