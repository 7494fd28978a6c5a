"""A school for players and dealers: drills made of the real games, judged by the exact figures."""
