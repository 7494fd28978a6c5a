"""The command line: one door to the rooms below; no rule lives here."""
