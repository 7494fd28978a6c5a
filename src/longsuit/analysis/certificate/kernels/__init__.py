"""Compiled loops of the certificate."""
