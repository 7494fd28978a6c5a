"""Many rounds played out: simulation confirms what is solved, it never certifies."""
