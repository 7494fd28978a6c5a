"""Paytables proposed for a target: a house edge, a hit frequency, a top prize."""

from longsuit.analysis.design.proposal import Design, Proposal, design
from longsuit.analysis.design.target import Target

__all__ = ["Design", "Proposal", "Target", "design"]
