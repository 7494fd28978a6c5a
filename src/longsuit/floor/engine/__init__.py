"""One thread that decides in memory and writes in batches; what it knows, and how it recovers."""
