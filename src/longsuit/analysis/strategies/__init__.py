"""Strategies for people: rule lists, a player's own, what each costs, and the search for more."""
