"""Progressives: meters, jackpots, the dealer's terminal and the ledger, to the last mite."""
