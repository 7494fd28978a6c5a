"""The API: one door to the floor. No rule lives here."""
