"""What of the log may go after some time, and what stays of it (decisions/0029-retention.md)."""
