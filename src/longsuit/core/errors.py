"""The one exception that a user's own input can cause."""


class InputError(ValueError):
    """Invalid input; the message is one plain sentence."""
