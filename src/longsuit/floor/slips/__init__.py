"""Jackpot slips: numbered without a gap, printed once and then as copies, with the tax form."""
