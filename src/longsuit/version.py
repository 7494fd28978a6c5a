"""The version of the program, in one place."""

__version__ = "1.0.0"
