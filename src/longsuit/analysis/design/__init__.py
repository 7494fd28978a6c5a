"""Paytables proposed for a target: a house edge, a hit frequency, a top prize."""

from typing import TYPE_CHECKING, Any

from longsuit.analysis.design.target import Target

if TYPE_CHECKING:
    from longsuit.analysis.design.proposal import Design, Proposal, design

__all__ = ["Design", "Proposal", "Target", "design"]


def __getattr__(name: str) -> Any:
    """The search loads NumPy, which whoever reads a target does without."""
    if name in __all__:
        from longsuit.analysis.design import proposal  # noqa: PLC0415

        return getattr(proposal, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
