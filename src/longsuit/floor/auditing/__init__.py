"""The parts of the audit: a stretch of the log, a table, a meter, and what they say together."""
