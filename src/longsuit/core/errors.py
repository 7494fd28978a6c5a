"""The one exception that a user's own input can cause."""


class InputError(ValueError):
    """Something typed, chosen or configured is wrong; the message is one plain sentence."""
