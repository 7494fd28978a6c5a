"""The reports of a gaming day, from the log and the ledger alone."""
