"""The core: cards, money, games, rounds and progressives, pure; everything else stands on it."""
