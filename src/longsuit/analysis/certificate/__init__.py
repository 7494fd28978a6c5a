"""What a stranger needs to check a house edge without our code (docs/certificate.md)."""
