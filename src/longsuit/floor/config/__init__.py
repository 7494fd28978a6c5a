"""A floor as its operator writes it down."""
