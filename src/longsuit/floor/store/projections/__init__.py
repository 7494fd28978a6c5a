"""Projections: rows that say nothing the log does not, so that a read costs what it shows.

They are written in one transaction with the records and ledger entries that they follow from
(write), can be made anew from those at any time (rebuild), and the audit compares them (compare).
"""
