"""Compiled loops over deals with other cards seen."""
