"""Exact amounts, rates and odds. No binary floating point touches any of them (FL-11).

An amount is a whole number of cents. Odds are fractions: what one unit of the wager wins. A rate
is a fraction exact to 0.01%. Amounts below a cent exist only in meters and in the ledger, counted
in mites: a cent has 10,000 of them, so a rate of a wager is always a whole number of mites (PRG-1).
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from longsuit.core.errors import InputError
from longsuit.core.plain_number import read_whole, shorten

Cents: TypeAlias = int
Mites: TypeAlias = int

MITES = 10_000
"""Mites in a cent."""

LARGEST_AMOUNT: Cents = 1_000_000_000_00
"""A billion dollars: what the ledger counts in mites stays far within its numbers."""

RATE_STEP = Fraction(1, 10_000)
_WHOLE = r"\$?(\d{1,3}(?:,\d{3})+|\d+)"
"""Whole dollars; a comma stands between thousands or nowhere, so that 12,50 is never 1,250."""
_DOLLARS = re.compile(_WHOLE + r"(?:\.(\d{1,2}))?", re.ASCII)
_CHANGE = re.compile(r"([+-]?)\s*" + _WHOLE + r"(?:\.(\d{1,6}))?", re.ASCII)
_RATE = re.compile(r"(\d{1,9})(?:\.(\d{1,9}))?%", re.ASCII)


def parse_dollars(text: str) -> Cents:
    """Read an amount in dollars, such as ``5``, ``12.50`` or ``$1,000``, as cents."""
    found = _DOLLARS.fullmatch(text.strip())
    whole = read_whole(found[1].replace(",", "")) if found else None
    if found is None or whole is None:
        raise InputError(f"'{shorten(text)}' is not an amount in dollars, such as 5 or 12.50.")
    return whole * 100 + int((found[2] or "0").ljust(2, "0"))


def parse_change(text: str) -> Mites:
    """Read an amount with its sign, to the last mite: ``-12.50``, ``+$1,000`` or ``0.000001``."""
    found = _CHANGE.fullmatch(text.replace("−", "-").strip())
    whole = read_whole(found[2].replace(",", "")) if found else None
    if found is None or whole is None:
        raise InputError(f"'{shorten(text)}' is not an amount in dollars, such as 5 or -12.50.")
    mites = whole * 100 * MITES + int((found[3] or "").ljust(6, "0"))
    return -mites if found[1] == "-" else mites


def show_dollars(cents: Cents) -> str:
    """An amount as people write it: ``$1,250.00``, or ``-$5.00``."""
    sign = "-" if cents < 0 else ""
    return f"{sign}${abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def show_net(cents: Cents) -> str:
    """A result with its sign: ``+$5.00``, ``-$5.00`` or ``$0.00``."""
    return ("+" if cents > 0 else "") + show_dollars(cents)


def show_mites(mites: Mites) -> str:
    """An amount to the last mite: ``$500.150075``, or without a fraction of a cent ``$500.15``."""
    cents, rest = divmod(abs(mites), MITES)
    shown = show_dollars(cents) + (f"{rest:04d}" if rest else "")
    return f"-{shown}" if mites < 0 else shown


def plain_dollars(cents: Cents) -> str:
    """An amount as a file has it, with neither dollar sign nor commas: ``1250.00``."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def parse_rate(text: str) -> Fraction:
    """Read a rate such as ``2.00%``; it is from 0% to 100% and exact to 0.01% (PRG-1)."""
    found = _RATE.fullmatch(text.strip())
    if found is None:
        raise InputError(f"'{shorten(text)}' is not a rate, such as 2.00%.")
    decimals = found[2] or ""
    rate = Fraction(int(found[1] + decimals), 100 * 10 ** len(decimals))
    if rate > 1:
        raise InputError(f"The rate {text} is over 100%.")
    if rate % RATE_STEP:
        raise InputError(f"The rate {text} is finer than 0.01%.")
    return rate


def show_rate(rate: Fraction) -> str:
    """A rate as a percentage with two decimals: ``2.00%``."""
    hundredths = rate / RATE_STEP
    if hundredths.denominator != 1:
        return str(rate)
    return f"{hundredths.numerator // 100}.{hundredths.numerator % 100:02d}%"


def rate_parts(rate: Fraction) -> int:
    """A rate as a number of 0.01%: that many mites of each cent wagered (PRG-1)."""
    parts = rate / RATE_STEP
    if parts.denominator != 1 or not 0 <= rate <= 1:
        raise InputError(f"The rate {rate} is not from 0% to 100% in steps of 0.01%.")
    return parts.numerator


def pay(stake: Cents, odds: Fraction) -> Cents:
    """What a winning stake is paid. Tables are checked so that it is always whole cents."""
    amount = stake * odds
    if amount.denominator != 1:
        raise InputError(f"A wager of {show_dollars(stake)} at {odds} pays part of a cent.")
    return amount.numerator


def share_out(total: Cents, parts: Sequence[Cents]) -> list[Cents]:
    """Cut the parts in proportion so that they sum to the total exactly, to the cent.

    Whole cents first, then one more cent to the largest remainders, an earlier part first
    among equals (HCF-10).
    """
    whole = sum(parts)
    if whole == 0:
        return [0 for _ in parts]
    cut = [total * part // whole for part in parts]
    remainders = [total * part % whole for part in parts]
    left = total - sum(cut)
    for index in sorted(range(len(parts)), key=lambda i: (-remainders[i], i))[:left]:
        cut[index] += 1
    return cut
