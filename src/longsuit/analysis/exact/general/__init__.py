"""Any game of the family up to seven cards, solved exactly: a `Form` in, a `Solved` out."""

from longsuit.analysis.exact.general.adapter import form_of
from longsuit.analysis.exact.general.form import (
    Dealer,
    Ending,
    Fold,
    Form,
    Pay,
    Point,
    Street,
    fixed,
)
from longsuit.analysis.exact.general.positions import count_positions
from longsuit.analysis.exact.general.solver import Solved, play_form, solve_form

__all__ = [
    "Dealer",
    "Ending",
    "Fold",
    "Form",
    "Pay",
    "Point",
    "Solved",
    "Street",
    "count_positions",
    "fixed",
    "form_of",
    "play_form",
    "solve_form",
]
