"""The floor as its doors use it: people ask, are answered, look, and are told."""
