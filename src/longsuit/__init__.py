"""Longsuit deals, settles and prices the flush family of casino table games, exactly."""

__version__ = "0.1.0"
