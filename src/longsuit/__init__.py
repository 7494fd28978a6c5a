"""Longsuit runs, deals, prices and audits the flush family of casino table games."""

__version__ = "0.1.0"
