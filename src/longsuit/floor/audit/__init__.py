"""The audit: everything recomputed from the log alone, stream by stream, and held together."""
