"""One law of results: what a wager brings a player and the house, and how it spreads."""
