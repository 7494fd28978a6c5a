"""A table of the floor: its shuffle, seats and settings around the core."""
