"""Paytables proposed for a target: a house edge, a hit frequency, a top prize."""

from longsuit.design.propose import Design, Proposal, design
from longsuit.design.target import Target

__all__ = ["Design", "Proposal", "Target", "design"]
