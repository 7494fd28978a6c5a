"""What others have published about these games, beside what comes out exactly (docs/record.md)."""
