"""Both games solved exactly."""
